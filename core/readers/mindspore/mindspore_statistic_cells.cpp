// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_statistic_cells.h"

#include "base/text.h"
#include "base/text_scan.h"
#include "io/digit_run.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

namespace dumpscope::core {

namespace {

/// Infinity is only meant where it is written as a word.
bool isOverflow(double value, std::string_view text)
{
    return std::isinf(value) && text.find_first_of("0123456789") != std::string_view::npos;
}

/// A number of at most fifteen characters behind its sign, without exponent, as nearly all are. Its digits
/// and the power of ten are exact, so their quotient is the nearest float64. Null for any other.
const char* parsePlainDecimal(const char* begin, const char* end, double& value)
{
    constexpr std::ptrdiff_t kMostCharacters = 15;
    static constexpr std::array<double, kMostCharacters> kPowersOfTen {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    const bool isNegative = begin != end && *begin == '-';
    const char* const first = begin + (isNegative ? 1 : 0);
    const char* const limit = first + std::min(end - first, kMostCharacters);
    std::uint64_t digits = 0;
    const char* at = takeDigits(first, limit, digits);
    std::size_t decimals = 0;
    if (at != first && at != limit && *at == '.') {
        const char* const fraction = at + 1;
        at = takeDigits(fraction, limit, digits);
        decimals = static_cast<std::size_t>(at - fraction);
        if (decimals == 0)
            return nullptr;
    }
    const bool goesOn = at != end && (*at == '.' || *at == 'e' || *at == 'E' || (*at >= '0' && *at <= '9'));
    if (at == first || goesOn)
        return nullptr;
    value = static_cast<double>(digits) / kPowersOfTen[decimals];
    value = isNegative ? -value : value;
    return at;
}

} // namespace

bool isNullWord(std::string_view text)
{
    return text.empty() || equalsIgnoreCase(text, "null") || equalsIgnoreCase(text, "none")
        || equalsIgnoreCase(text, "n/a") || equalsIgnoreCase(text, "na");
}

const char* parseNumberPrefix(const char* begin, const char* end, double& value)
{
    if (const char* plainEnd = parsePlainDecimal(begin, end, value))
        return plainEnd;
    // Too small a number reads as zero, whatever the error says.
    const auto [stop, error] = fast_float::from_chars(begin, end, value);
    if (error == std::errc::invalid_argument
        || isOverflow(value, {begin, static_cast<std::size_t>(stop - begin)}))
        return nullptr;
    return stop;
}

NumberCell parseNumberCell(std::string_view text, double& value)
{
    const char* end = text.data() + text.size();
    if (!text.empty()) {
        const auto [stop, error] = fast_float::from_chars(text.data(), end, value);
        if (stop == end && error != std::errc::invalid_argument) {
            if (!isOverflow(value, text))
                return NumberCell::Number;
            value = 0;
            return NumberCell::TooLarge;
        }
    }
    value = 0;
    if (isNullWord(text))
        return NumberCell::Null;
    // Device statistics print the extremes of bool tensors as words (docs/formats/mindspore-dump.md 10.2).
    if (equalsIgnoreCase(text, "true")) {
        value = 1;
        return NumberCell::Boolean;
    }
    if (equalsIgnoreCase(text, "false"))
        return NumberCell::Boolean;
    const std::string_view bare = trimmed(text, " ");
    return bare.size() == text.size() ? NumberCell::Bad : parseNumberCell(bare, value);
}

std::string quotedCell(std::string_view text)
{
    constexpr std::size_t kMaxQuoted = 24;
    std::string out = "'";
    out += printable(text.substr(0, kMaxQuoted));
    out += text.size() > kMaxQuoted ? "...'" : "'";
    return out;
}

} // namespace dumpscope::core
