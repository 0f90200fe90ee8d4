// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/token_maps.h"

#include <vector>

namespace dumpscope::core {

/// Where golden's tokens stand in the target as the ids of both sides say, whatever the operators behind them
/// compute: sequences with the same tokens at the same positions are the same, tokens stand at the same
/// position of them. A few ids may differ, as of a fault in what was given. Only steps of golden of which the
/// target has every token but padding, at places other than golden's. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<TokenGroup>> knownTokenMaps(
    const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task);

/// Those of values, but for steps and extents of golden that ids tell.
[[nodiscard]] std::vector<TokenGroup> withKnownTokens(
    std::vector<TokenGroup> known, std::vector<TokenGroup> byValues);

} // namespace dumpscope::core
