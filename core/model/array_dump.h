// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "tensor/tensor_view.h"

#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

/// An array in memory that stands for a dumped tensor.
struct NamedArray {
    std::string name;   ///< of the file it would be: its id
    std::string opName; ///< of the operator; several arrays may be of one
    Io io = Io::Output;
    std::int32_t slot = 0;
    TensorView view;
};

/// A dump of arrays in memory, in their order, which is the order of execution. No file is read or written;
/// the index keeps the bytes of the views alive. `root` is what messages call it. Errors: Code::Usage for a
/// name that is empty or given twice, Code::Limit for too many arrays.
[[nodiscard]] Result<std::shared_ptr<const DumpIndex>> dumpOfArrays(
    std::string root, std::vector<NamedArray> arrays);

/// The whole content of a file as it may be handed on; of an array in memory the .npy file it would be.
/// Errors: those of reading it; Code::Unsupported for arrays of types that .npy files lack, Code::Usage for
/// names that no file can have.
[[nodiscard]] Result<Bytes> fileToHandOn(const DumpIndex& index, FileId file);

} // namespace dumpscope::core
