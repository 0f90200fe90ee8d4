// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/parsed_files.h"
#include "readers/reader.h"
#include "readers/torch/torch_file.h"

#include <vector>

namespace dumpscope::core {

/// Readers of files of torch.save, which differ in what their writers call the tensors.
class TorchContentsReader : public Reader {
public:
    [[nodiscard]] Result<FileContents> read(const FileContext& file, TaskContext& task) const override;
    [[nodiscard]] Result<TensorView> open(
        const FileContext& file, std::uint32_t ordinal, TaskContext& task) const override;
    [[nodiscard]] Description describe(
        const FileContext& file, std::uint32_t ordinal, TaskContext& task) const override;

protected:
    /// Whether the head is that of a file of torch.save, zip or legacy.
    [[nodiscard]] static bool isTorchHead(ByteSpan head);
    /// Names the records, and removes those that are no tensors to show. Record i is that of tensor i, and
    /// has its number as ordinal, which must stay. Default: the path in the file as entry.
    virtual void nameTensors(
        const FileContext& file, const std::vector<TorchTensor>& tensors, FileContents& contents) const;
    /// Adds what the file says beside its tensors. Default: nothing.
    virtual void describeFile(const TorchFile& torch, FileContents& contents) const;
    /// Numbers beside the tensors become properties: learning rates, steps, arguments of the program.
    static void addSavedNumbers(const SavedNumbers& saved, FileContents& contents);

private:
    mutable ParsedFiles<TorchFile> m_known;
};

/// Whether a file is named as torch.save files are.
[[nodiscard]] bool isTorchFileName(std::string_view name);

} // namespace dumpscope::core
