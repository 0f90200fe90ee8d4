// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace dumpscope::cli {

/// A whole number that is not smaller. Those of CLI11 take signs and fractions, and name limits of 300
/// digits.
inline CLI::Validator wholeFrom(std::uint64_t least)
{
    const auto check = [least](const std::string& text) {
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        const auto number = core::parseUnsigned(text);
        const bool fits = number && *number >= least && *number <= kMost;
        return fits
            ? std::string()
            : "takes a whole number from " + std::to_string(least) + " on, not " + core::printable(text);
    };
    return CLI::Validator(check, "from " + std::to_string(least) + " on");
}

/// A number in the range, which no NaN is.
inline CLI::Validator realFrom(double least, double most)
{
    const std::string range = "from " + core::numberText(least) + " to " + core::numberText(most);
    const auto check = [least, most, range](const std::string& text) {
        const auto number = core::parseDouble(text);
        return number && *number >= least && *number <= most
            ? std::string()
            : "takes a number " + range + ", not " + core::printable(text);
    };
    return CLI::Validator(check, range);
}

} // namespace dumpscope::cli
