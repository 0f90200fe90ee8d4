// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <limits>

namespace dumpscope::core {

/// The largest numbers of float16, bfloat16, float32 and float64. Masks use their negatives.
inline constexpr std::array<double, 4> kTypeLimits {
    65504, 0x1.fep127, std::numeric_limits<float>::max(), std::numeric_limits<double>::max()};

} // namespace dumpscope::core
