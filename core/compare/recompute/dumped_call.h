// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/recompute/operator_call.h"
#include "graph/operator_attributes.h"
#include "model/dump_index.h"

#include <functional>
#include <optional>

namespace dumpscope::core {

/// One side of a suspected operator: its dumped inputs and output.
struct DumpedCall {
    std::string name; ///< of the operator
    OperatorCall call;
    Operand output;
};

/// Tensors of an operator in the execution that `like`, a tensor of it or of its twin, belongs to; ascending.
[[nodiscard]] std::vector<TensorId> tensorsOfExecution(
    const DumpIndex& index, StringId opName, TensorId like);

/// Other values for a dumped tensor; nothing where it keeps its own.
using OtherValues = std::function<std::optional<Operand>(TensorId)>;

/// Collects the dumped tensors and arguments of the execution that made `output`; `others` may give arguments
/// other values, and may be empty. `type`: used where the dump
/// does not record it. `attributes`: of graphs, for operators without recorded arguments; may be null.
/// Errors: Code::NotFound where no input was dumped; Code::Unsupported for inputs without values and
/// arguments of other kinds; the message says which.
[[nodiscard]] Result<DumpedCall> dumpedCall(const std::shared_ptr<const DumpIndex>& index, TensorId output,
    std::string_view type, OperatorAttributes* attributes, TaskContext& task, const OtherValues& others = {});

/// Numbers and words that the call of a tensor was given, without its tensors.
[[nodiscard]] OperatorCall plainArguments(const DumpIndex& index, TensorId tensor);

} // namespace dumpscope::core
