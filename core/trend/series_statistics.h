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
/// The unit of the grid on which all values lie: of as many bits as the longest of them has, or of decimals,
/// whichever is coarser. Of bfloat16 from 8 to 16 it is 1/16. 0: all are zero.
[[nodiscard]] double gridUnit(std::span<const double> values);
/// Logarithm of the chance that a figure which went through `values` from step to step is the same on another
/// rank in all of these steps, if the rank is no replica: a figure that hardly leaves one unit of its grid is
/// often the same. Its spread is that of noise around its course. 0: nothing speaks against chance, as of
/// fewer than three values, or of constant ones.
[[nodiscard]] double logChanceOfEqual(std::span<const double> values);

} // namespace dumpscope::core
