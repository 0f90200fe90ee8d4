// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tensor_store.h"
#include "tensor/element_stream.h"
#include "tensor/padding_mask.h"
#include "tensor/tensor_layout.h"

#include <optional>
#include <string>

namespace dumpscope::gui {

/// The opened bytes in both orders; immutable, shared with tasks.
struct OpenedTensor {
    core::TensorView view;
    std::optional<core::ElementStream> logical, storage;
    std::uint64_t missing = 0; ///< elements the file does not have; `logical` is what there is, flat
    core::Shape wantedShape;   ///< of a tensor with missing elements, as it was written
    bool isMade = false;       ///< of other elements than the tensor has: what was recorded is not of them
    /// Of one that is put together: where no part has an element; null: everything is there. And what is
    /// there of it, of its partner what is compared, one behind the other; nothing: all elements.
    std::shared_ptr<const core::PaddingMask> absent;
    std::optional<core::TensorView> present;
    std::optional<std::uint64_t> fileOffset; ///< of the data in its file, where it lies there as it is
    std::string
        dataFile; ///< path of that file, which others may list (.metadata); empty without `fileOffset`
};

[[nodiscard]] core::Result<OpenedTensor> openTensor(
    const core::TensorStore& store, core::TensorId id, core::TaskContext& task);

/// The probed element in every notation.
struct ProbeFacts {
    ElementIndex index;
    QString value, bits;
    std::optional<ElementIndex> storageIndex; ///< where logical and storage order differ
    std::uint64_t byteOffset = 0;             ///< in the tensor's data
    std::optional<std::uint64_t> fileOffset;  ///< in the file, where the data lies there as it is
    bool isPadding = false;
};

[[nodiscard]] core::Result<ProbeFacts> readProbe(
    const OpenedTensor& opened, const core::ElementStream& stream, const ElementIndex& index);

} // namespace dumpscope::gui
