// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace dumpscope::core {

/// Where the latest values of a series lead to: a robust line (Theil and Sen: the median of all slopes)
/// through up to 16 of them.
struct LocalCourse {
    double expected = 0;   ///< next value: of the line, or the median of the latest five if that is higher
    double deviation = 0;  ///< robust, of the values from the line; at least 0.02
    double farthest = 0;   ///< largest distance of a value above the line
    std::size_t steps = 0; ///< values that it is taken of
};

/// `values`: finite, two at least.
[[nodiscard]] LocalCourse localCourse(std::span<const double> values);

} // namespace dumpscope::core
