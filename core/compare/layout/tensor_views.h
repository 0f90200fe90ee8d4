// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/shape.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// A tensor with its axes in another order and neighbours merged: `axes` of the tensor without its axes of
/// length 1, in order of the view; `shape` of the view. Merging leaves the order of elements as it is.
struct TensorReading {
    std::vector<std::size_t> axes;
    Shape shape;
    std::vector<std::vector<std::size_t>> merged; ///< places in `axes` that an axis of the view is made of

    [[nodiscard]] bool isInOrder() const; ///< of the tensor's axes
};

/// All of a tensor of four axes or less, each shape of an order of axes once; none of one with more.
/// `allOrders`: else only the tensor's own order of axes.
[[nodiscard]] std::vector<TensorReading> readingsOf(const Shape& squeezed, bool allOrders);

/// The elements in the order of a reading. For float, double and unsigned codes of 8 to 64 bits.
template<typename T>
[[nodiscard]] std::vector<T> inOrderOf(
    const std::vector<std::size_t>& axes, const Shape& squeezed, const std::vector<T>& values);

} // namespace dumpscope::core
