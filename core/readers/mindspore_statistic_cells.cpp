// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore_statistic_cells.h"

#include "base/text.h"
#include "base/text_scan.h"

#include <fast_float/fast_float.h>

#include <cmath>
#include <system_error>

namespace dumpscope::core {

namespace {

/// Infinity is only meant where it is written as a word.
bool isOverflow(double value, std::string_view text)
{
    return std::isinf(value) && text.find_first_of("0123456789") != std::string_view::npos;
}

} // namespace

bool isNullWord(std::string_view text)
{
    return text.empty() || equalsIgnoreCase(text, "null") || equalsIgnoreCase(text, "none")
        || equalsIgnoreCase(text, "n/a") || equalsIgnoreCase(text, "na");
}

const char* parseNumberPrefix(const char* begin, const char* end, double& value)
{
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
    // Device statistics print the extremes of bool tensors as words (mindspore-dump 10.2).
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
