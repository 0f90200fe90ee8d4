// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// An ONNX file, read whole.
struct ModelFile {
    std::string name;   ///< as messages call it
    std::string folder; ///< of external data
    std::vector<std::byte> bytes;
};

/// The file at a path of the user. Errors: Code::Unsupported where it cannot be read or is no file.
[[nodiscard]] Result<ModelFile> readModelFile(const std::string& path);
/// Passes on the ONNX files of a dump, one after another; those that cannot be read are left out. Ends early
/// when the task is stopped.
void forEachModelFile(
    const DumpIndex& index, const std::function<void(ModelFile)>& take, const TaskContext& task);

} // namespace dumpscope::core
