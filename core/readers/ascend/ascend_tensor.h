// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/ascend/ascend_container.h"
#include "tensor/tensor_view.h"

#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A stored tensor interpreted: types in place of the writer's numbers, a shape that matches its bytes, and
/// findings (docs/formats/ascend-dump-binary.md 1.6, 4, 8).
struct AscendTensor {
    DType dtype = DType::Unknown;
    std::string dtypeText; ///< the number, when it is not defined
    MemoryFormat format = MemoryFormat::Unspecified;
    std::uint32_t groups = 1;
    std::uint32_t c0 = 0; ///< of the packed format, 0 = not recorded
    Shape shape;          ///< device shape; one axis when the stored one does not match the bytes
    bool flat = false;    ///< shape is not the stored one: elements cannot be rearranged
    std::optional<Shape> originalShape;
    std::optional<MemoryFormat> originalFormat; ///< recorded by the writer
    TensorState state = TensorState::Ok;
    std::vector<ContainerFinding> findings;
};
[[nodiscard]] AscendTensor interpretTensor(const StoredTensor& tensor);

/// Arrangement of the elements. `shape` is the logical shape; equal to the storage shape when the header is
/// not sufficient, with the reason in `storage.logicalReason`.
struct AscendLayout {
    StorageLayout storage;
    Shape shape;
    bool failed = false; ///< original shape and device shape contradict each other
};
[[nodiscard]] AscendLayout layOutTensor(const AscendTensor& tensor);

/// `format` without its packed fields; 50-54 become FRACTAL_NZ.
struct UnpackedFormat {
    MemoryFormat format = MemoryFormat::Unspecified;
    std::uint32_t groups = 1;
    std::uint32_t c0 = 0;
};
[[nodiscard]] UnpackedFormat unpackFormat(std::uint64_t format, std::int64_t subFormat);

} // namespace dumpscope::core
