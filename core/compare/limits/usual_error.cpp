// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/limits/usual_error.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

double usualError(std::vector<float> errors)
{
    constexpr double kCoarsest = 0.008;
    std::erase_if(errors, [](float error) { return std::isnan(error); });
    std::ranges::sort(errors);
    const auto zeros = static_cast<std::size_t>(std::ranges::count(errors, 0.0F));
    if (errors.empty() || 2 * zeros > errors.size())
        return 0;
    return std::min<double>(kCoarsest, errors[zeros + (errors.size() - zeros) / 5]);
}

double leastFarError(double usual)
{
    constexpr double kTimes = 16, kLeast = 1e-5; // rounding of single precision is far below
    return std::max(kLeast, kTimes * usual);
}

} // namespace dumpscope::core
