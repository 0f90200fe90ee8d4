// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "compare/layout/run_sketches.h"

#include <map>
#include <set>
#include <utility>

namespace dumpscope::core {

using PairsByName = std::set<std::pair<TensorId, TensorId>>; ///< golden, target

/// Of golden's tensors that were sketched: what their values are found in, the plainest reading of several.
/// Errors: Code::Cancelled; Code::Limit.
[[nodiscard]] Result<std::map<TensorId, Assembly>> matchedAssemblies(const ComparisonSide& target,
    const ComparisonSide& golden, RunSketches& sketches, const PairsByName& byName, TaskContext& task);

/// Adds tensors that are farther off than rounding explains in what their name says: a wrong reading would be
/// off by all there is. Errors: as above.
[[nodiscard]] Result<void> addFarOffAssemblies(std::map<TensorId, Assembly>& found,
    const ComparisonSide& target, const ComparisonSide& golden, RunSketches& sketches,
    const PairsByName& byName, TaskContext& task);

} // namespace dumpscope::core
