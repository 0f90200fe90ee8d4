// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/assembly.h"

#include <map>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Parameters that values did not find, because they are wrong, where nearly all others were: those of one
/// name are golden's, one rank beside the other along the axis that is shorter, or each the whole. Marked as
/// carried by names. Errors: Code::Cancelled.
[[nodiscard]] Result<void> addLeftParameters(std::map<TensorId, Assembly>& found,
    const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task);

/// Parameters that ranks hold in copies, golden's and the target's, where one copy has other values than
/// those that were found: each is a pair of its own. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<std::pair<TensorId, Assembly>>> otherCopies(
    const std::map<TensorId, Assembly>& found, const ComparisonSide& target, const ComparisonSide& golden,
    TaskContext& task);

} // namespace dumpscope::core
