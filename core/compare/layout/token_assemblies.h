// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly_matching.h"
#include "compare/layout/token_maps.h"

#include <map>
#include <vector>

namespace dumpscope::core {

/// Adds tensors of golden that stand in the target once its tokens are laid out as golden's are: found by
/// values, and integers by equal ones; what is left by name where names are right, as carried. Gives the
/// groups that have all tokens but padding by themselves. Errors: Code::Cancelled; Code::Limit.
[[nodiscard]] Result<std::vector<TokenGroup>> addTokenAssemblies(std::map<TensorId, Assembly>& found,
    const std::vector<TokenGroup>& groups, const ComparisonSide& target, const ComparisonSide& golden,
    const PairsByName& byName, TaskContext& task);

} // namespace dumpscope::core
