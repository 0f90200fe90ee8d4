// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_figures.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Which two axes of a cube a plane shows. The first is from top to bottom, the second from left to right.
enum class TrendAxes : std::uint8_t { RowStep, RowRank, RankStep };
inline constexpr std::array<std::string_view, 3> kTrendAxesWords {"row-step", "row-rank", "rank-step"};

/// One plane of a cube: the figure of every place on two axes, at one place of the third.
struct TrendPlane {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    TrendAxes axes = TrendAxes::RowStep;
    std::size_t at = 0; ///< place on the third axis
    std::size_t lines = 0, columns = 0;
    std::vector<std::uint32_t> cells; ///< of the cube, line by line; kNone: nothing was recorded there

    [[nodiscard]] std::uint32_t cellAt(std::size_t line, std::size_t column) const
    {
        return cells[line * columns + column];
    }
    /// Line and column of a cell that is in the plane.
    [[nodiscard]] std::pair<std::size_t, std::size_t> placeOf(const TrendCell& cell) const;
    /// Whether a cell lies in the plane.
    [[nodiscard]] bool holds(const TrendCell& cell) const;
    /// Numbers of rows, ranks and steps of a cell of this plane.
    [[nodiscard]] std::array<std::size_t, 3> coordinates(std::size_t line, std::size_t column) const;
};

/// `at` beyond the third axis is its last place. The cube has cells.
[[nodiscard]] TrendPlane makeTrendPlane(const TrendCube& cube, TrendAxes axes, std::size_t at);

/// Ends of a scale that single extremes do not stretch: the figures between the given shares of the finite
/// ones; 0 and 1 where there are none.
[[nodiscard]] std::pair<double, double> robustRange(
    const TrendPlane& plane, const TrendColumn& figure, double share = 0.02);

} // namespace dumpscope::core
