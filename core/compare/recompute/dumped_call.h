// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/recompute/operator_call.h"
#include "model/dump_index.h"

namespace dumpscope::core {

/// One side of a suspected operator: its dumped output and what it was given.
struct DumpedCall {
    std::string name; ///< of the operator
    OperatorCall call;
    Operand output;
};

/// Collects what a dump has of the execution that made `output`. `type` where the dump does not say it.
/// Errors: inputs without values, arguments of a sort that is not understood; the message says which.
[[nodiscard]] Result<DumpedCall> dumpedCall(
    const std::shared_ptr<const DumpIndex>& index, TensorId output, std::string_view type, TaskContext& task);

} // namespace dumpscope::core
