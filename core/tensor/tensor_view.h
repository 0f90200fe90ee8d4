// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "tensor/dtype.h"
#include "tensor/memory_format.h"
#include "tensor/shape.h"

#include <vector>

namespace dumpscope::core {

enum class Order : std::uint8_t { Logical, Storage };

/// A tensor as a reader found it: its bytes, which it keeps alive, their type, and how to read them in either
/// order. Cheap to copy; immutable; thread-safe.
struct TensorView {
    DType dtype = DType::Unknown;
    bool bigEndian = false;
    Bytes bytes;           ///< exactly the stored payload (may be shorter: state `truncated`)
    Shape shape;           ///< logical shape
    StorageLayout storage; ///< storageShape == shape when elements are not rearranged
    /// Element strides of the *storage* array (Fortran npy, torch views), empty = dense C order.
    std::vector<std::int64_t> strides;
    std::uint64_t firstElement = 0; ///< element offset of index 0 when strides are given

    [[nodiscard]] const Shape& shapeIn(Order order) const
    {
        return order == Order::Logical ? shape : storage.storageShape;
    }
    /// Whether logical and storage order differ at all.
    [[nodiscard]] bool isRearranged() const;
};

/// A dense, C-order, little-endian tensor.
[[nodiscard]] TensorView makeDenseView(DType dtype, Shape shape, Bytes bytes);

} // namespace dumpscope::core
