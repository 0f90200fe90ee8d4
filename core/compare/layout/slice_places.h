// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/run_sketches.h"

#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// Of each slice of a part its place among golden's slices, -1 where it is none of them; empty where too few
/// are there. `goldens`: golden's slices; `tolerance`: how far slices that are the same may be apart,
/// relative to their size.
[[nodiscard]] std::vector<std::int32_t> slicePlaces(
    const SliceSet& part, const SliceSet& golden, const NearSlices& goldens, double tolerance);

} // namespace dumpscope::core
