// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/shape.h"

#include <array>
#include <cstddef>
#include <vector>

namespace dumpscope::core {

/// Sums of the elements of a slice with fixed signs by their place in it: slices that are nearly the same
/// have nearly the same sums, in whatever order slices stand. Linear in the elements.
struct SliceSketch {
    static constexpr std::size_t kSums = 16;
    std::array<float, kSums> sums {};
    float norm = 0; ///< L2, of the elements

    /// An estimate of the L2 distance of the slices.
    [[nodiscard]] float distance(const SliceSketch& other) const;
};

/// Of each slice along `axis` of an array in C order.
[[nodiscard]] std::vector<SliceSketch> sliceSketches(
    const std::vector<float>& values, const Shape& shape, std::size_t axis);

/// Of the whole array.
[[nodiscard]] SliceSketch wholeSketch(const std::vector<float>& values);

} // namespace dumpscope::core
