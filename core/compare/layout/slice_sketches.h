// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/shape.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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

/// Slices among which like ones are looked for: without looking at all of them, as near ones have near first
/// sums.
class NearSlices {
public:
    explicit NearSlices(const std::vector<SliceSketch>& slices);

    /// The slice at the least distance, the first of several, if that is less than `most`.
    [[nodiscard]] std::optional<std::size_t> nearest(const SliceSketch& slice, float most) const;
    [[nodiscard]] float largestNorm() const { return m_largestNorm; }
    [[nodiscard]] float usualNorm() const { return m_usualNorm; }       ///< root of the mean square
    [[nodiscard]] std::uint64_t lookedAt() const { return m_lookedAt; } ///< distances, of all calls

private:
    std::vector<std::uint32_t> m_order; ///< by their sums, of equal ones the first
    std::vector<SliceSketch> m_slices;  ///< in that order, as are their first sums
    std::vector<float> m_firsts;
    float m_largestNorm = 0, m_usualNorm = 0;
    mutable std::uint64_t m_lookedAt = 0;
};

/// Of each slice along `axis` of an array in C order.
[[nodiscard]] std::vector<SliceSketch> sliceSketches(
    const std::vector<float>& values, const Shape& shape, std::size_t axis);

/// Of the whole array.
[[nodiscard]] SliceSketch wholeSketch(const std::vector<float>& values);

} // namespace dumpscope::core
