// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_cube.h"

#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// By cell of the cube: how many calls its API has in the step on the rank; 0 for what is not numbered. The
/// calls of an API are numbered within a step (docs/formats/msprobe-dump.md 4): where there are more of them
/// or less, a number is that of another call.
[[nodiscard]] std::vector<std::uint32_t> callCounts(const TrendCube& cube);

} // namespace dumpscope::core
