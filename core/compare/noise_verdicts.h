// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits.h"
#include "compare/pair_table.h"
#include "compare/suspects/suspect.h"

namespace dumpscope::core {

/// Whether these are the limits that apply where nobody names others: only they give way to the noise of the
/// run.
[[nodiscard]] bool giveWayToNoise(const Limits& limits);

/// Second look at rows that the default limits have judged (docs/metrics.md). Limits of a single pair know
/// its types only; a float32 tensor inside a bfloat16 model holds what went through bfloat16 before. A row
/// passes where rounding of the coarsest type on the way to it, or the measured noise, allows its error and
/// nobody is suspect before it; rows of known effects pass. A row whose mean or extremes are further off than
/// rounding and its inputs explain fails although its norm holds the limit. Depends on the rows and the
/// suspicion only.
void judgeByNoise(PairTable& pairs, const Suspicion& suspicion);

} // namespace dumpscope::core
