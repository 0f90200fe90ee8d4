// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace dumpscope::core {

// Robust statistics of short histories. Values are finite.

/// The middle value, the mean of the two middle ones of an even number; 0 of none. Reorders its argument.
[[nodiscard]] double medianOf(std::vector<double>& values);
/// 1.4826 times the median distance from `centre`: the standard deviation where values are normal.
[[nodiscard]] double robustDeviation(std::span<const double> values, double centre);
/// The unit of numbers that were written with few decimals: 1e-6 where all are multiples of it; 0 where they
/// have more than eight.
[[nodiscard]] double decimalUnit(std::span<const double> values);

} // namespace dumpscope::core
