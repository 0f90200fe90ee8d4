// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/wide_integer.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

std::optional<WideInteger> ifRounded(WideInteger integer)
{
    return static_cast<WideInteger>(static_cast<double>(integer)) == integer ? std::nullopt
                                                                             : std::optional(integer);
}

std::optional<WideInteger> ifRounded(std::string_view text)
{
    constexpr std::size_t kHeld = 15; // digits that float64 holds for certain
    if (text.size() <= kHeld)
        return std::nullopt;
    if (const auto integer = parseInt(text))
        return ifRounded(WideInteger {*integer});
    const auto integer = parseUnsigned(text);
    return integer ? ifRounded(WideInteger {*integer}) : std::nullopt;
}

std::string integerText(WideInteger integer)
{
    constexpr int kBase = 10;
    std::string digits;
    // Digits are taken from the number itself: the smallest one has no counterpart above zero.
    for (WideInteger rest = integer; rest != 0 || digits.empty(); rest /= kBase) {
        const auto digit = static_cast<int>(rest % kBase);
        digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    }
    if (integer < 0)
        digits += '-';
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::string numberText(double value, const std::optional<WideInteger>& exact)
{
    return exact ? integerText(*exact) : numberText(value);
}

} // namespace dumpscope::core
