// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <span>

namespace dumpscope::core {

/// Whether the row has a recorded position in time: an execution order or a time stamp.
[[nodiscard]] bool hasRecordedOrder(const TensorRow& row);

/// Whether the contract's order of these tensors is that of execution (docs/contract.md 1), not that of
/// names: some row has a recorded order, all names begin with a number, or all rows are of one operator.
[[nodiscard]] bool isInExecutionOrder(const DumpIndex& index, std::span<const TensorId> tensors);

} // namespace dumpscope::core
