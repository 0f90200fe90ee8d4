// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/recompute/operator_call.h"
#include "model/dump_index.h"

namespace dumpscope::core {

/// One side of a suspected operator: its dumped inputs and output.
struct DumpedCall {
    std::string name; ///< of the operator
    OperatorCall call;
    Operand output;
};

/// Collects the dumped tensors and arguments of the execution that made `output`. `type`: used where the dump
/// does not record it. Errors: Code::NotFound where no input was dumped; Code::Unsupported for inputs without
/// values and arguments of other kinds; the message says which.
[[nodiscard]] Result<DumpedCall> dumpedCall(
    const std::shared_ptr<const DumpIndex>& index, TensorId output, std::string_view type, TaskContext& task);

} // namespace dumpscope::core
