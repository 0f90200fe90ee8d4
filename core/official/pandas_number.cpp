// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/pandas_number.h"

#include "base/text.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace dumpscope::core {
namespace {

constexpr int kMostDigits = 17;
constexpr int kLargestPower = 308;

double powerOfTen(std::int64_t exponent)
{
    return parseDouble("1e" + std::to_string(exponent)).value_or(1);
}

double scaled(double digits, std::int64_t exponent)
{
    if (exponent > kLargestPower)
        return digits == 0 ? digits : std::copysign(std::numeric_limits<double>::infinity(), digits);
    if (exponent >= 0)
        return digits * powerOfTen(exponent);
    if (exponent >= -kLargestPower)
        return digits / powerOfTen(-exponent);
    if (exponent < -2 * kLargestPower)
        return std::copysign(0.0, digits);
    return digits / powerOfTen(-kLargestPower - exponent) / powerOfTen(kLargestPower);
}

} // namespace

std::optional<double> pandasNumber(std::string_view text)
{
    const bool isNegative = text.starts_with('-');
    if (isNegative || text.starts_with('+'))
        text.remove_prefix(1);
    double number = 0;
    std::int64_t exponent = 0;
    int digits = 0;
    bool inFraction = false;
    std::size_t i = 0;
    for (; i < text.size() && (isDigits(text.substr(i, 1)) || (text[i] == '.' && !inFraction)); ++i) {
        if (text[i] == '.') {
            inFraction = true;
        } else if (digits < kMostDigits) {
            number = number * 10 + (text[i] - '0');
            ++digits;
            exponent -= inFraction ? 1 : 0;
        } else {
            exponent += inFraction ? 0 : 1;
        }
    }
    if (digits == 0)
        return std::nullopt;
    text.remove_prefix(i);
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(text.substr(1).starts_with('+') ? 2 : 1);
        const auto power = parseInt(text);
        constexpr std::int64_t kAbsurd = 1'000'000;
        if (!power || *power > kAbsurd || *power < -kAbsurd)
            return std::nullopt;
        exponent += *power;
        text = {};
    }
    if (!text.empty())
        return std::nullopt;
    return scaled(isNegative ? -number : number, exponent);
}

} // namespace dumpscope::core
