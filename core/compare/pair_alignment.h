// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/reconcile.h"
#include "metrics/metric_profile.h"

namespace dumpscope::core {

/// Brings the opened sides of a pair into one shape as the comparison with this profile does; for whoever
/// measures a pair and whoever shows it. `targetFormat`: of the target as its file says. Without a profile:
/// as `dumpscope`.
[[nodiscard]] Reconciled alignSides(const TensorPair& pair, TensorView target, TensorView golden,
    MemoryFormat targetFormat, const MetricProfile* profile);

/// Whether the shapes that the dumps recorded can be those of one tensor, as far as they are known: a
/// mismatch as reconcile tells it, else none.
[[nodiscard]] Reconciled recordedAlignment(
    const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair);

} // namespace dumpscope::core
