// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/padding_mask.h"
#include "tensor/plane.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace dumpscope::gui {

/// What a picture shows where several elements share a cell.
enum class Reduction : std::uint8_t { Mean, Min, Max, Extreme };

/// Bits of PlaneTile::flags beside those of core::BlockFlag and, of differences, those of
/// core::ElementDifference.
inline constexpr std::uint8_t kIsPadding = 8;

/// A window of a plane in cells of `blockRows` x `blockColumns` elements. Immutable once made.
struct PlaneTile {
    core::PlaneWindow window; ///< elements of the plane it covers
    std::uint64_t blockRows = 1, blockColumns = 1;
    std::uint64_t rows = 0, columns = 0; ///< cells
    std::vector<double> values;          ///< NaN where a cell has no finite element; row-major
    std::vector<std::uint8_t> flags;     ///< core::BlockFlag and kIsPadding
    bool keepsWorst = false; ///< cells that share a pixel show the largest magnitude, not their mean

    [[nodiscard]] bool isExact() const { return blockRows == 1 && blockColumns == 1; }
    [[nodiscard]] std::size_t at(std::uint64_t row, std::uint64_t column) const
    {
        return static_cast<std::size_t>(row * columns + column);
    }
};

/// A whole plane, reduced to at most kOverviewSide cells a side, and what its finite values are like.
struct PlaneData {
    std::uint64_t rows = 0, columns = 0; ///< elements
    PlaneTile overview;
    bool isPreview = false;           ///< one element of each cell, the others were not looked at
    std::uint64_t nonFiniteCells = 0; ///< cells of the overview with a NaN or infinity
    /// Of finite values that are no padding; absent where there are none. Exact for an exact overview, else
    /// of its blocks' extremes.
    std::optional<std::pair<double, double>> extent, percentiles;
};

inline constexpr std::uint64_t kOverviewSide = 1024;
inline constexpr std::uint64_t kPreviewSide = 256;

/// Reads only the elements of the plane, reduced to at most `mostSide` cells a side; exact in float64
/// where nothing is reduced.
[[nodiscard]] core::Result<PlaneData> loadPlane(const core::ElementStream& stream,
    const core::PlaneSpec& plane, Reduction reduction, const core::PaddingMask* padding,
    core::TaskContext& task, std::uint64_t mostSide = kOverviewSide);
/// One element of each of at most kPreviewSide x kPreviewSide cells: soon there, however large the plane.
[[nodiscard]] core::Result<PlaneData> loadPreview(
    const core::ElementStream& stream, const core::PlaneSpec& plane, core::TaskContext& task);
[[nodiscard]] core::Result<PlaneTile> loadTile(const core::ElementStream& stream,
    const core::PlaneSpec& plane, const core::PlaneWindow& window, std::uint64_t blockRows,
    std::uint64_t blockColumns, Reduction reduction, const core::PaddingMask* padding,
    core::TaskContext& task);

/// The smallest power of two that leaves at most `most` blocks of a length.
[[nodiscard]] std::uint64_t overviewBlock(std::uint64_t length, std::uint64_t most);
/// Fills in what follows from the overview: cells with flags, extent and percentiles.
void measurePlane(PlaneData& data);

/// A tile of values at hand, as an exact overview (differences, tests).
[[nodiscard]] PlaneData makePlane(std::uint64_t rows, std::uint64_t columns, std::vector<double> values);

} // namespace dumpscope::gui
