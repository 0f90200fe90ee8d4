// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/tensor_store.h"
#include "model/tensor_table.h"

#include <functional>
#include <span>

namespace dumpscope::cli {

/// Statistics of one tensor; called by several threads.
using MeasureOne = std::function<core::Result<core::Statistics>(
    const core::TensorStore&, core::TensorId, core::TaskContext&)>;

/// What every command means by statistics unless told otherwise.
[[nodiscard]] core::Result<core::Statistics> measureTensor(
    const core::TensorStore& store, core::TensorId id, core::TaskContext& task);

/// Computes the statistics of `rows` and gives them to the table, so that a filter can ask for them. Rows
/// that have statistics only are left as they are; what cannot be read becomes a problem of the task.
[[nodiscard]] core::Result<void> measureRows(core::TaskContext& task, core::TensorTable& table,
    std::span<const std::uint32_t> rows, const MeasureOne& measure = measureTensor);

/// The same for all rows of the table.
[[nodiscard]] core::Result<void> measureAllRows(core::TaskContext& task, core::TensorTable& table);

} // namespace dumpscope::cli
