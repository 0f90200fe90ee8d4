// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pairing/pairing.h"

#include <set>
#include <utility>
#include <vector>

namespace dumpscope::core {

// What pairs by name are worth where the target is cut otherwise than golden.

/// Whether somebody named both tensors of a pair; else it was guessed by what they hold or where they stand.
[[nodiscard]] bool isOfNames(const TensorPair& pair);

/// Pairs of integers of one type and shape, target and golden, that belong together: they hold the same, or
/// all ranks hold the same and golden, which is whole, something else, which is other data. Ids that ranks
/// mask differ between them. Errors: Code::Cancelled.
[[nodiscard]] Result<std::set<std::pair<TensorId, TensorId>>> integersByName(
    const std::vector<TensorPair>& byName, const ComparisonSide& target, const ComparisonSide& golden,
    TaskContext& task);

/// Pairs, target and golden, of tensors of which statistics alone were dumped, where each rank has a term of
/// a sum that is golden's: their means add up to golden's, and neither their norms nor golden's are the same.
/// The norm of a sum does not follow from those of its terms.
[[nodiscard]] std::set<std::pair<TensorId, TensorId>> termsByStatistics(
    const std::vector<TensorPair>& byName, const ComparisonSide& target, const ComparisonSide& golden);

/// Gradients that are not the same on all ranks, by what was recorded of them: shares of a mean, none of
/// which golden has.
[[nodiscard]] std::set<TensorId> sharesOfGradients(const ComparisonSide& target);

} // namespace dumpscope::core
