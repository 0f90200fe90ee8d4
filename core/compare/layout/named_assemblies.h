// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/assembly_matching.h"

#include <map>

namespace dumpscope::core {

/// Where names pair what values do: tensors that were not found, as behind a fault, are cut over the ranks as
/// all others are that have an axis of that length on the same ranks. Marked as carried. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<void> addLearntCuts(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, const PairsByName& byName, TaskContext& task);

/// A single number, as a loss, which values do not tell from others: where each rank has another one of its
/// share of the data, golden's is their mean or sum, if it is. Errors: Code::Cancelled.
[[nodiscard]] Result<void> addNumbersOfRanks(std::map<TensorId, Assembly>& found,
    const ComparisonSide& target, const ComparisonSide& golden, const PairsByName& byName, TaskContext& task);

/// Where nothing but parameters was found, as behind a fault in the first operator: what names and shapes
/// say, one tensor of all ranks beside the other along the axis that is shorter, or each the whole. Marked as
/// carried. Errors: Code::Cancelled.
[[nodiscard]] Result<void> addNamedAssemblies(std::map<TensorId, Assembly>& found,
    const ComparisonSide& target, const ComparisonSide& golden, const PairsByName& byName, TaskContext& task);

} // namespace dumpscope::core
