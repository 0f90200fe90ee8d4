// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/reader.h"

#include <string_view>

namespace dumpscope::core {

/// Rows of a tree of modules that the debugger of Hugging Face transformers wrote: inputs and outputs with
/// shape, type and printed statistics, and the names of the files of their values
/// (docs/formats/llm-era.md 6.2). What stands before a damaged part is still listed. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<FileContents> parseHfDebuggerTree(std::string_view text, TaskContext& task);

} // namespace dumpscope::core
