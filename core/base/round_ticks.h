// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace dumpscope::core {

/// Round numbers of an axis: multiples of 1, 2 or 5 times a power of ten.
struct RoundTicks {
    double step = 0;            ///< 0: there are none
    std::vector<double> values; ///< ascending
};

/// At most `most` of them between two numbers. None where these are equal, in the wrong order or too far
/// apart for a double.
[[nodiscard]] RoundTicks roundTicks(double from, double to, std::size_t most);

} // namespace dumpscope::core
