// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pairing/pairing.h"
#include "model/tensor_store.h"

#include <optional>
#include <vector>

namespace dumpscope::core {

/// Values of a floating-point tensor of up to 256 MiB; empty where they cannot be read.
[[nodiscard]] std::vector<float> traceableValues(const TensorStore& store, TensorId id, TaskContext& task);

/// The output of the same process before a tensor that has its values; past operators that only put zeros
/// into them. Absent: none near it.
[[nodiscard]] std::optional<TensorId> makerOf(
    TensorId given, const ComparisonSide& side, const TensorStore& store, TaskContext& task);

} // namespace dumpscope::core
