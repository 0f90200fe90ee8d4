// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/task.h"
#include "compare/recompute/operand.h"

#include <cstdint>
#include <optional>

namespace dumpscope::core {

/// Stands for the elements of a tensor in their order, whatever its shape and type: who is given what another
/// made has the same key. Nothing for tensors of one value, which many have. Errors: Code::Cancelled.
[[nodiscard]] Result<std::optional<std::uint64_t>> valueKey(const Operand& operand, TaskContext& task);

} // namespace dumpscope::core
