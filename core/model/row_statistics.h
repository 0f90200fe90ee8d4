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

/// The default: statistics of all elements. Errors: those of TensorStore::open and computeStatistics.
[[nodiscard]] Result<Statistics> measureTensor(const TensorStore& store, TensorId id, TaskContext& task);

/// A statistic as its file has it, integers beyond 2^53 with all digits; null: it has none.
[[nodiscard]] Cell recordedCell(const StatisticTable& table, StatisticTable::Field field, std::size_t row);

/// Computes the statistics of `rows` and stores them in the table for filters. Rows that have recorded
/// statistics only are left unchanged; a tensor that cannot be read is a diagnostic of the task. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<void> measureRows(TaskContext& task, TensorTable& table,
    std::span<const std::uint32_t> rows, const MeasureOne& measure = measureTensor);

/// The same for all rows of the table.
[[nodiscard]] Result<void> measureAllRows(TaskContext& task, TensorTable& table);

/// Whether a filter over tensors uses statistics, which then have to be computed before it is applied.
[[nodiscard]] bool needsStatistics(const FilterExpression& filter);

} // namespace dumpscope::core
