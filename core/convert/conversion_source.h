// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "convert/conversion.h"
#include "convert/slice_groups.h"
#include "official/msaccucmp_formats.h"

#include <variant>

namespace dumpscope::core {

/// What is to be written for a tensor, before it has a name.
struct PreparedFile {
    std::variant<ConvertedArray, std::string> content; ///< a text is written as it is
    ArrayForm form = ArrayForm::Npy;
    std::string suffix; ///< of the name, with what follows the base
    std::string extension;
    std::string dtype;
};

/// Prepared, or why the official tool writes nothing, or an error.
struct Preparation {
    std::optional<PreparedFile> file;
    std::optional<MsaccucmpRefusal> refusal;
    bool wholeFile = false; ///< the refusal concerns all tensors of the file
};

/// Opens a tensor and arranges it as the options say.
[[nodiscard]] Result<Preparation> prepareFile(const std::shared_ptr<const DumpIndex>& index, TensorId id,
    const ConversionOptions& options, TaskContext& task);

/// Joins the slices of a group (Spec::Dumpscope).
[[nodiscard]] Result<Preparation> prepareSlices(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> tensors, const SliceGroup& group, const ConversionOptions& options,
    TaskContext& task);

} // namespace dumpscope::core
