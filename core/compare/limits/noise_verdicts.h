// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits/limits.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// Judges rows again that are held to the default limits (docs/metrics.md, compare/limits/default_limits.h),
/// and gives those back, ascending, that are not: they stay as their limits judged them. Limits of a single
/// pair see its types only; a float32 tensor inside a bfloat16 model holds what went through bfloat16 before.
/// A row passes where rounding of the coarsest type on the way to it, or the measured noise, explains its
/// error and no operator before it is suspect; rows of known effects pass, unless the effect is that a sum
/// cancels and a suspect is before. A row whose mean or extremes are further off than rounding and its inputs
/// explain fails although its norm meets the limit. Depends on the rows and the suspicion only.
[[nodiscard]] std::vector<std::size_t> judgeByNoise(
    PairTable& pairs, const Suspicion& suspicion, const Limits& limits);

/// The part of it that needs no order of execution: rows of recorded statistics of no type whose extremes
/// differ though their norms do not.
void judgeUntypedExtremes(PairTable& pairs, const Limits& limits);

} // namespace dumpscope::core
