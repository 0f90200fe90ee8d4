// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/expert_weights.h"

namespace dumpscope::core {

bool isOfExpert(std::string_view opName)
{
    while (!opName.empty()) {
        const std::size_t end = opName.find('.');
        const std::string_view word = opName.substr(0, end);
        if (word == "experts" || word == "local_experts")
            return true;
        opName = end == std::string_view::npos ? std::string_view() : opName.substr(end + 1);
    }
    return false;
}

} // namespace dumpscope::core
