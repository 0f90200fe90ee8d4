// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/limits/limits.h"

#include <cstdint>
#include <string_view>

// The first byte chooses between the option's text and the file's JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (data[0] % 2 == 0) {
        if (const auto rule = parseLimit(text))
            (void)rule->text();
    } else {
        (void)parseLimits(text, "fuzz");
    }
    return 0;
}
