// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/assembly.h"
#include "compare/pairing/pairing.h"
#include "records/statistic_table.h"

#include <map>
#include <memory>
#include <optional>
#include <span>

namespace dumpscope::core {

/// What was recorded of several tensors that stand beside each other: extremes of extremes, the mean by
/// elements, the root of the sum of squared norms, counts added. One row; absent where one has no statistics.
[[nodiscard]] std::shared_ptr<const StatisticTable> composedStatistics(
    const DumpIndex& index, std::span<const TensorId> tensors);

/// Adds tensors of golden of which statistics alone were dumped: found in tensors of the target whose
/// statistics, composed, are the same within rounding, in the order of execution. Several of golden may be
/// one of the target (`Assembly::together`). Golden is one process. `layout`: says the stages of the target;
/// may be null. Errors: Code::Cancelled.
[[nodiscard]] Result<void> addStatisticAssemblies(std::map<TensorId, Assembly>& found,
    const ComparisonSide& target, const ComparisonSide& golden, const SaidLayout* layout, TaskContext& task);

/// Sets the error of an assembly of tensors without values; false where nothing was recorded. Of replicas the
/// farthest off goes first.
bool measureByStatistics(
    Assembly& assembly, TensorId golden, const DumpIndex& target, const DumpIndex& goldenIndex);

} // namespace dumpscope::core
