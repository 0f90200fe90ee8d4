// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "tensor/shape.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dumpscope::core {

/// Finds the few slices of a tensor, as rows, that are off by far more than all others are: one bad row in
/// the noise of a run. Elements that are not finite on both sides are left out.
class FarSlices {
public:
    explicit FarSlices(const Shape& shape);
    /// All elements, in C order.
    void add(std::span<const double> target, std::span<const double> golden);
    /// Empty: none stands out, along no axis.
    [[nodiscard]] Message text() const;

private:
    struct Slice {
        std::uint64_t place = 0;
        double error = 0, golden = 0; ///< sums of squares
        [[nodiscard]] double relative() const;
    };
    [[nodiscard]] Message farAlong(std::size_t axis) const;

    Shape m_shape;
    std::vector<std::uint64_t> m_strides;
    std::vector<std::vector<Slice>> m_slices; ///< by axis; empty where slices tell nothing
    std::uint64_t m_index = 0;
};

} // namespace dumpscope::core
