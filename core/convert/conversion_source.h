// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "convert/conversion.h"
#include "convert/slice_groups.h"
#include "official/msaccucmp_formats.h"

#include <variant>

namespace dumpscope::core {

/// The content of the file of a tensor, before the file has a name.
struct PreparedFile {
    std::variant<ConvertedArray, std::string> content; ///< a text is written unchanged
    ArrayForm form = ArrayForm::Npy;
    std::string suffix; ///< of the name, after baseName
    std::string extension;
    std::string dtype;
};

/// Exactly one of the two: a prepared file, or why the official tool writes nothing.
struct Preparation {
    std::optional<PreparedFile> file;
    std::optional<MsaccucmpRefusal> refusal;
    bool wholeFile = false; ///< the refusal concerns all tensors of the file
};

/// Opens a tensor and arranges it by the options. Errors: those of TensorStore::open and changeFormat.
[[nodiscard]] Result<Preparation> prepareFile(const std::shared_ptr<const DumpIndex>& index, TensorId id,
    const ConversionOptions& options, TaskContext& task);

/// The same for the joined slices of a group (Spec::Dumpscope). Errors: those of joinSlices.
[[nodiscard]] Result<Preparation> prepareSlices(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> tensors, const SliceGroup& group, const ConversionOptions& options,
    TaskContext& task);

} // namespace dumpscope::core
