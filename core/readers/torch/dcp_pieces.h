// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "readers/reader.h"
#include "readers/torch/dcp_metadata.h"

#include <map>
#include <optional>
#include <string>

namespace dumpscope::core {

/// Files with pieces of tensors of a torch distributed checkpoint, beside its `.metadata`. Each is mapped
/// once. For one thread.
class DcpPieces {
public:
    explicit DcpPieces(const FolderFiles* files)
        : m_files(files)
    {
    }
    /// Whether the pieces are all there and make up the tensor; their content is not looked at. Errors:
    /// Code::Truncated, Code::BadShape, Code::Unsupported.
    [[nodiscard]] Result<void> check(const DcpTensor& tensor);
    /// Bytes of the elements whose pieces are there; 0 where their number is none.
    [[nodiscard]] std::uint64_t present(const DcpTensor& tensor);
    /// The whole tensor: a view into the file for a single piece, else an array in memory. Errors: those of
    /// `check` and TorchFile, Code::BadDtype, Code::BadSize, Code::OutOfMemory, Code::Cancelled.
    [[nodiscard]] Result<TensorView> open(const DcpTensor& tensor, TaskContext& task);

private:
    [[nodiscard]] Result<Bytes> file(const std::string& name);
    [[nodiscard]] Result<Bytes> piece(const DcpChunk& chunk);
    [[nodiscard]] Result<TensorView> view(const DcpTensor& tensor, const DcpChunk& chunk, TaskContext& task);
    [[nodiscard]] Result<TensorView> assembled(const DcpTensor& tensor, TaskContext& task);

    const FolderFiles* m_files;
    std::map<std::string, Result<Bytes>> m_mapped;
};

} // namespace dumpscope::core
