// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace dumpscope::core {

/// The difference `a - b` with the digits that both numbers have: what rounding to float64 makes of it is
/// left out.
[[nodiscard]] inline std::string differenceText(double a, double b)
{
    const double difference = a - b;
    if (!std::isfinite(difference) || difference == 0)
        return numberText(difference);
    const double unit = std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
    const double digits = std::floor(std::log10(std::abs(difference)) - std::log10(unit));
    return streamText(
        difference, static_cast<int>(std::clamp<double>(digits, 1, std::numeric_limits<double>::digits10)));
}

} // namespace dumpscope::core
