// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"

#include <map>

namespace dumpscope::core {

/// What values do not say, because a fault or what follows it changed them, others of their kind do
/// (docs/formats/parallel.md 3): a tensor of golden that nothing was found for stands where the same tensor
/// of another layer does, counted from a neighbour that was found in both layers. The same completes
/// replicas: ranks of which one has other values. By golden's tensor; what is added is measured, and what
/// cannot be read is left out. `layout`: says the stages of the target; may be null. Errors: Code::Cancelled.
[[nodiscard]] Result<void> carryAssemblies(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, const SaidLayout* layout, TaskContext& task);

} // namespace dumpscope::core
