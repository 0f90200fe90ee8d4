// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <span>

namespace dumpscope::core {

/// Whether more than its name says when a tensor was written: an order of execution, or a time stamp.
[[nodiscard]] bool hasRecordedOrder(const TensorRow& row);

/// Whether the contract's order is that of execution for these tensors (docs/contract.md 1), not that of
/// names. Names that all begin with a number are in order, and a single operator always is.
[[nodiscard]] bool isInExecutionOrder(const DumpIndex& index, std::span<const TensorId> tensors);

} // namespace dumpscope::core
