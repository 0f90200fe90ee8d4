// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <cstdint>
#include <optional>
#include <string>

namespace dumpscope::core {

/// A source line of the program that was dumped.
struct OperatorLine {
    std::string file, code;
    std::uint32_t line = 0;
    [[nodiscard]] std::string text() const; ///< "modeling_llama.py:147"
};

/// The innermost line of the user's program that ran the operator of this tensor: from the call stacks
/// beside the dump, else from a graph of the folder. Lines of the framework itself are skipped.
/// Reads files; nothing where no file records it, or where files are too large (stacks 64 MiB, graphs 16
/// MiB).
[[nodiscard]] std::optional<OperatorLine> operatorLineOf(
    const DumpIndex& index, TensorId tensor, TaskContext& task);

} // namespace dumpscope::core
