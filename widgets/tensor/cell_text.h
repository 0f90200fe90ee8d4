// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/plane_tile.h"

#include <QString>

namespace dumpscope::gui {

enum class NumberStyle : std::uint8_t { Shortest, Fixed, Scientific, Hex, Bits };
inline constexpr int kNumberStyles = 5;

struct NumberFormat {
    NumberStyle style = NumberStyle::Shortest;
    int digits = 6; ///< behind the point, of Fixed and Scientific

    bool operator==(const NumberFormat&) const = default;
};

/// One element as text, in the C locale: whole numbers and numbers without values keep their own form
/// in Fixed and Scientific; non-finite ones are NaN, +Inf, -Inf.
[[nodiscard]] QString cellText(
    const core::ElementChunk& chunk, std::uint64_t indexInChunk, const NumberFormat& format);

/// A window of a plane as texts and numbers. Immutable once made.
struct CellBlock {
    core::PlaneWindow window;
    std::vector<QString> texts; ///< row-major
    std::vector<double> values;
    std::vector<std::uint8_t> flags; ///< as PlaneTile::flags

    [[nodiscard]] bool contains(std::uint64_t row, std::uint64_t column) const
    {
        return row - window.firstRow < window.rows && column - window.firstColumn < window.columns;
    }
    /// Of a cell it contains, counted in the plane.
    [[nodiscard]] std::size_t at(std::uint64_t row, std::uint64_t column) const
    {
        return static_cast<std::size_t>(
            (row - window.firstRow) * window.columns + column - window.firstColumn);
    }
};

[[nodiscard]] core::Result<CellBlock> loadCells(const core::ElementStream& stream,
    const core::PlaneSpec& plane, const core::PlaneWindow& window, const NumberFormat& format,
    const core::PaddingMask* padding, std::stop_token stop);

} // namespace dumpscope::gui
