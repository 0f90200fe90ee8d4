// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_kind.h"

namespace dumpscope::core {

const ConfigKind* ConfigKinds::find(std::string_view id) const
{
    for (const auto& kind : m_kinds) {
        if (kind->id() == id)
            return kind.get();
    }
    return nullptr;
}

const ConfigKind* ConfigKinds::recognise(const ConfigText& config) const
{
    const ConfigKind* best = nullptr;
    int bestConfidence = 0;
    for (const auto& kind : m_kinds) {
        const int confidence = kind->recognises(config);
        if (confidence > bestConfidence) {
            best = kind.get();
            bestConfidence = confidence;
        }
    }
    return best;
}

} // namespace dumpscope::core
