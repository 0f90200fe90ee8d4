// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/tensor_store.h"
#include "model/tensor_table.h"

#include <functional>
#include <span>

namespace dumpscope::core {

/// Statistics of one tensor; called by several threads.
using MeasureOne = std::function<Result<Statistics>(const TensorStore&, TensorId, TaskContext&)>;

/// What is meant by statistics unless said otherwise.
[[nodiscard]] Result<Statistics> measureTensor(const TensorStore& store, TensorId id, TaskContext& task);

/// Computes the statistics of `rows` and gives them to the table, so that a filter can ask for them. Rows
/// that have statistics only are left as they are; what cannot be read becomes a problem of the task.
[[nodiscard]] Result<void> measureRows(TaskContext& task, TensorTable& table,
    std::span<const std::uint32_t> rows, const MeasureOne& measure = measureTensor);

/// The same for all rows of the table.
[[nodiscard]] Result<void> measureAllRows(TaskContext& task, TensorTable& table);

/// Whether a filter over tensors looks at statistics, which have to be computed before it is asked.
[[nodiscard]] bool needsStatistics(const FilterExpression& filter);

} // namespace dumpscope::core
