// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace dumpscope::core {

/// What many tensors of a run are usually off by, relative: a fifth of them by no more, as those before a
/// fault. No more than the coarsest arithmetic in use, bfloat16, makes; 0 where most are equal. NaN is left
/// out.
[[nodiscard]] double usualError(std::vector<float> errors);
/// Larger ones are no such noise.
[[nodiscard]] double leastFarError(double usual);

} // namespace dumpscope::core
