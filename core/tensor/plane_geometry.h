// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/plane.h"

namespace dumpscope::core {

/// Positions of the cells of a plane among the elements of its tensor.
struct PlaneGeometry {
    std::uint64_t rows = 0, columns = 0;
    std::uint64_t first = 0; ///< flat index of cell (0, 0)
    std::int64_t rowStride = 1, columnStride = 1;

    [[nodiscard]] std::uint64_t at(std::uint64_t row, std::uint64_t column) const
    {
        return first + row * static_cast<std::uint64_t>(rowStride)
            + column * static_cast<std::uint64_t>(columnStride);
    }
    /// Errors: Code::Usage for a window that reaches beyond the plane.
    [[nodiscard]] Result<void> check(const PlaneWindow& window) const;
};

/// Errors: Code::Usage for axes and fixed indices outside the shape.
[[nodiscard]] Result<PlaneGeometry> planeGeometry(
    std::span<const std::int64_t> shape, const PlaneSpec& plane);

} // namespace dumpscope::core
