// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <cstdint>
#include <optional>
#include <string>

namespace dumpscope::core {

/// A line of the program that was dumped.
struct OperatorLine {
    std::string file, code;
    std::uint32_t line = 0;
    [[nodiscard]] std::string text() const; ///< "modeling_llama.py:147"
};

/// The innermost line of the user's program that ran the operator of this tensor: from the call stacks
/// beside the dump, else from a graph of the folder. What belongs to the framework itself is passed over.
/// Reads files; nothing where no file tells, or where they are too large to be read for one line.
[[nodiscard]] std::optional<OperatorLine> operatorLineOf(
    const DumpIndex& index, TensorId tensor, TaskContext& task);

} // namespace dumpscope::core
