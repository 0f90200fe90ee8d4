// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/series_statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace dumpscope::core {

double medianOf(std::vector<double>& values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double robustDeviation(std::span<const double> values, double centre)
{
    constexpr double kNormal = 1.4826;
    std::vector<double> distances;
    distances.reserve(values.size());
    for (const double value : values)
        distances.push_back(std::abs(value - centre));
    return kNormal * medianOf(distances);
}

double decimalUnit(std::span<const double> values)
{
    constexpr int kMostDecimals = 8;
    constexpr double kSame = 1e-9;
    constexpr double kExact = 0x1p52;
    double scale = 1;
    for (int decimals = 0; decimals <= kMostDecimals; ++decimals, scale *= 10) {
        const bool areMultiples = std::all_of(values.begin(), values.end(), [&](double value) {
            const double scaled = std::abs(value) * scale;
            const bool isNothing = value != 0 && std::round(scaled) == 0;
            return scaled < kExact && !isNothing
                && std::abs(scaled - std::round(scaled)) <= kSame * std::max(1.0, scaled) * 1e-3 + 1e-7;
        });
        if (areMultiples)
            return 1 / scale;
    }
    return 0;
}

double gridUnit(std::span<const double> values)
{
    constexpr int kDigits = std::numeric_limits<double>::digits;
    int highest = std::numeric_limits<int>::min(), longest = 0;
    for (const double value : values) {
        if (value == 0)
            continue;
        int exponent = 0;
        const auto bits
            = static_cast<std::uint64_t>(std::ldexp(std::abs(std::frexp(value, &exponent)), kDigits));
        highest = std::max(highest, exponent);
        longest = std::max(longest, kDigits - std::countr_zero(bits));
    }
    return longest == 0 ? 0 : std::max(std::ldexp(1.0, highest - longest), decimalUnit(values));
}

double logChanceOfEqual(std::span<const double> values)
{
    if (values.size() < 3)
        return 0;
    const double unit = gridUnit(values);
    if (unit == 0)
        return 0;
    // Differences of second order leave out where the figure goes in the long run, which ranks share.
    std::vector<double> bends;
    for (std::size_t i = 2; i < values.size(); ++i)
        bends.push_back(values[i] - 2 * values[i - 1] + values[i - 2]);
    const double spread = robustDeviation(bends, 0) / std::sqrt(6.0) / unit;
    // Two normal figures of this deviation are in one unit so often.
    const double once = 1 / (1 + 2 * std::sqrt(std::numbers::pi) * spread);
    return static_cast<double>(values.size()) * std::log(once);
}

} // namespace dumpscope::core
