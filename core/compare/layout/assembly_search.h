// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "compare/pairing/pairing.h"

#include <map>

namespace dumpscope::core {

/// Finds by values how tensors of golden stand in tensors of the target: slices of both are matched by their
/// sketches, in every order of axes, and what is put together has to be golden's within rounding of the
/// types. By golden's tensor; those that nothing gives, and those whose values say too little, are left out.
/// Reads every floating-point tensor of both sides once, of up to 256 MiB each, and what was found once more.
/// `layout`: says how the target's ranks share the work; may be null.
/// Of equal readings those with a partner by name go first. Memory is bounded. Errors: Code::Cancelled;
/// Code::Limit where there is too much to look at.
[[nodiscard]] Result<std::map<TensorId, Assembly>> findAssemblies(const ComparisonSide& target,
    const ComparisonSide& golden, const std::vector<TensorPair>& byName, const SaidLayout* layout,
    TaskContext& task);

} // namespace dumpscope::core
