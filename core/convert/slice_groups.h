// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "tensor/array_writer.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// One output of an operator that several threads wrote in slices, a file each (FFTS+,
/// docs/formats/ascend-dump-binary.md 1.7).
struct SliceGroup {
    std::vector<std::size_t> parts; ///< positions in the list of tensors, in the order of the slices
    std::vector<Shape> shapes;      ///< of the parts
    std::size_t axis = 0;           ///< along which they are joined
    std::string fileName;           ///< the dump file's name without the part that identifies the slice
    Message note;
};

/// Groups slices by their headers; tensors without slices, or whose slices cannot be distinguished, are in no
/// group. Groups with fewer slices than recorded are kept, with a note.
[[nodiscard]] std::vector<SliceGroup> findSliceGroups(
    const DumpIndex& index, std::span<const TensorId> tensors);

/// Joins the parts in storage order, as the official comparison does; in memory. Errors: Code::BadShape,
/// Code::BadDtype where the slices do not match, Code::Unsupported for elements below a byte, those of
/// TensorStore::open.
[[nodiscard]] Result<ConvertedArray> joinSlices(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> tensors, const SliceGroup& group, NpyWidening widening, TaskContext& task);

} // namespace dumpscope::core
