// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/assembly.h"

#include <map>

namespace dumpscope::core {

/// What golden's tensors are put together from, where files of the target say which slice of the whole each
/// rank has saved, as those with DTensors do, along any number of axes. By golden's tensor, which has the
/// name and the shape of the whole; measured unless it is very large. Left out is what the target has not all
/// of. Errors: Code::Cancelled.
[[nodiscard]] Result<std::map<TensorId, Assembly>> recordedAssemblies(
    const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task);

} // namespace dumpscope::core
