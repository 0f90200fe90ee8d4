// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/assembly_matching.h"
#include "compare/layout/token_maps.h"

#include <map>
#include <vector>

namespace dumpscope::core {

/// Adds what the cut of a parameter says of its operator (docs/formats/parallel.md 1): a bias and the last
/// axis of the output are cut as the rows of a weight, the last axis of the input as its columns. `groups`:
/// processes whose tokens stand elsewhere. Marked as carried where values do not say so, too. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<void> addDerivedAssemblies(std::map<TensorId, Assembly>& found,
    const std::vector<TokenGroup>& groups, const ComparisonSide& target, const ComparisonSide& golden,
    TaskContext& task);

/// Whether a tensor of golden is a weight, a bias or the like.
[[nodiscard]] bool isParameterOf(const DumpIndex& index, TensorId id);

} // namespace dumpscope::core
