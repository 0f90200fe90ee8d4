// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "tensor/shape.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dumpscope::core {

/// Whether a tensor has golden's values at other places: two rows or columns of a weight that are exchanged,
/// slices in another order, two axes of one length that are exchanged. By keys of values and their places.
class MovedElements {
public:
    explicit MovedElements(const Shape& shape);
    /// All elements, in C order.
    void add(std::span<const double> target, std::span<const double> golden);
    /// Empty: some values are others.
    [[nodiscard]] Message text() const;

private:
    /// Sums over elements of keys of their values and places, which no order changes.
    struct Slice {
        std::uint64_t target = 0, golden = 0;
    };
    struct Axes {
        std::size_t first = 0, second = 0;
    };
    void addOne(double target, double golden);
    void goOn();
    [[nodiscard]] Message orderOf(std::size_t axis) const;

    std::vector<std::uint64_t> m_shape, m_strides, m_place;
    std::vector<std::vector<Slice>> m_slices; ///< by axis; none where there are too many
    std::vector<Axes> m_pairs;                ///< of one length
    std::vector<Slice> m_across;              ///< of each such pair, the target's places with them exchanged
    std::uint64_t m_index = 0;
};

} // namespace dumpscope::core
