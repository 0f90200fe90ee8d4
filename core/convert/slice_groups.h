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
    std::vector<std::size_t> parts; ///< places in the list of tensors, in the order of the slices
    std::vector<Shape> shapes;      ///< of the parts
    std::size_t axis = 0;           ///< along which they are joined
    std::string fileName;           ///< the dump file's name without what tells the slices apart
    Message note;
};

/// Groups what the headers say belongs together; tensors that stand alone, or whose slices cannot be
/// told apart, are in no group. Fewer slices than announced are joined all the same, with a note.
[[nodiscard]] std::vector<SliceGroup> findSliceGroups(
    const DumpIndex& index, std::span<const TensorId> tensors);

/// Joins the parts in storage order, as the official comparison does. Made in memory.
[[nodiscard]] Result<ConvertedArray> joinSlices(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> tensors, const SliceGroup& group, NpyWidening widening, TaskContext& task);

} // namespace dumpscope::core
