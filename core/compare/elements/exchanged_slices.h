// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "tensor/shape.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// Whether slices of a tensor have each other's values of golden: two rows or columns of a weight that are
/// exchanged. From the elements that differ, since a slice has its own values wherever both are equal.
class ExchangedSlices {
public:
    explicit ExchangedSlices(const Shape& shape);
    /// An element that differs; in ascending order, each once.
    void add(std::uint64_t index, double target, double golden);
    /// Empty: not every element that differs is of such a slice.
    [[nodiscard]] Message text() const;

private:
    struct Slice {
        std::uint64_t target = 0, golden = 0; ///< keys of its values and their places in it
        std::uint64_t count = 0;
    };
    struct Axis {
        std::size_t number = 0;
        std::uint64_t length = 0, inner = 0; ///< slices; elements between two of them
        std::vector<Slice> slices;           ///< by number
    };
    struct Exchange {
        std::uint64_t first = 0, second = 0, count = 0; ///< of the first pair; how many pairs there are
    };
    [[nodiscard]] static std::optional<Exchange> exchangeOf(const Axis& axis);

    std::size_t m_rank;
    std::vector<Axis> m_axes;  ///< the first and the last; none where there is too much to tell
    std::uint64_t m_added = 0; ///< elements
};

} // namespace dumpscope::core
