// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/measuring/reconcile.h"
#include "metrics/metric_profile.h"

namespace dumpscope::core {

/// Aligns the shapes of the opened sides of a pair as a comparison with this profile does; for measuring a
/// pair and for showing it. `targetFormat`: of the target as recorded in its file. Null profile: `dumpscope`.
[[nodiscard]] Reconciled alignSides(const TensorPair& pair, TensorView target, TensorView golden,
    MemoryFormat targetFormat, const MetricProfile* profile);

/// Whether the recorded shapes can be those of one tensor, as far as they are known: a
/// mismatch as of `reconcile`, else none. Opens no files.
[[nodiscard]] Reconciled recordedAlignment(
    const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair);
/// Whether it has no mismatch; costs next to nothing where the shapes are the same.
[[nodiscard]] bool haveFittingShapes(
    const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair);

} // namespace dumpscope::core
