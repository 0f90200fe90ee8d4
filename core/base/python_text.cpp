// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/python_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace dumpscope::core {
namespace {

std::string specialText(double value)
{
    if (std::isnan(value))
        return "nan";
    return value < 0 ? "-inf" : "inf";
}

} // namespace

std::string pythonRepr(double value)
{
    if (!std::isfinite(value))
        return specialText(value);
    std::array<char, 64> buffer {};
    const auto* end
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific)
              .ptr;
    std::string scientific(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
    // Python changes over at 16 digits and at four zeros behind the point.
    if (exponent < -4 || exponent >= 16)
        return scientific;
    end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed).ptr;
    std::string text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    if (text.find('.') == std::string::npos)
        text += ".0";
    return text;
}

std::string pythonFixed(double value, int digits)
{
    if (!std::isfinite(value))
        return specialText(value);
    // Sign, all digits of the largest float64, the point and the fraction.
    constexpr std::size_t kLongest = std::numeric_limits<double>::max_exponent10 + 3;
    std::string text(kLongest + static_cast<std::size_t>(digits), '\0');
    const auto* end
        = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits).ptr;
    text.resize(static_cast<std::size_t>(end - text.data()));
    return text;
}

} // namespace dumpscope::core
