// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>

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
            return scaled < kExact
                && std::abs(scaled - std::round(scaled)) <= kSame * std::max(1.0, scaled) * 1e-3 + 1e-7;
        });
        if (areMultiples)
            return 1 / scale;
    }
    return 0;
}

} // namespace dumpscope::core
