// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_plane.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

std::pair<std::size_t, std::size_t> TrendPlane::placeOf(const TrendCell& cell) const
{
    switch (axes) {
    case TrendAxes::RowStep:
        return {cell.row, cell.step};
    case TrendAxes::RowRank:
        return {cell.row, cell.rank};
    case TrendAxes::RankStep:
        break;
    }
    return {cell.rank, cell.step};
}

bool TrendPlane::holds(const TrendCell& cell) const
{
    switch (axes) {
    case TrendAxes::RowStep:
        return cell.rank == at;
    case TrendAxes::RowRank:
        return cell.step == at;
    case TrendAxes::RankStep:
        break;
    }
    return cell.row == at;
}

std::array<std::size_t, 3> TrendPlane::coordinates(std::size_t line, std::size_t column) const
{
    switch (axes) {
    case TrendAxes::RowStep:
        return {line, at, column};
    case TrendAxes::RowRank:
        return {line, column, at};
    case TrendAxes::RankStep:
        break;
    }
    return {at, line, column};
}

TrendPlane makeTrendPlane(const TrendCube& cube, TrendAxes axes, std::size_t at)
{
    const std::size_t rows = cube.rows().size(), ranks = cube.ranks().size(), steps = cube.steps().size();
    TrendPlane plane;
    plane.axes = axes;
    const auto within = [at](std::size_t size) { return size == 0 ? 0 : std::min(at, size - 1); };
    plane.at = within(axes == TrendAxes::RowStep ? ranks : (axes == TrendAxes::RowRank ? steps : rows));
    plane.lines = axes == TrendAxes::RankStep ? ranks : rows;
    plane.columns = axes == TrendAxes::RowRank ? ranks : steps;
    plane.cells.assign(plane.lines * plane.columns, TrendPlane::kNone);
    const std::span<const TrendCell> cells = cube.cells();
    const auto put = [&](std::size_t cell) {
        const auto [line, column] = plane.placeOf(cells[cell]);
        plane.cells[line * plane.columns + column] = static_cast<std::uint32_t>(cell);
    };
    if (rows == 0)
        return plane;
    if (axes == TrendAxes::RankStep) {
        const TrendCube::Range range = cube.cellsOf(plane.at);
        for (std::size_t cell = range.begin; cell < range.end; ++cell)
            put(cell);
        return plane;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        if (axes == TrendAxes::RowStep) {
            const TrendCube::Range range = cube.series(row, plane.at);
            for (std::size_t cell = range.begin; cell < range.end; ++cell)
                put(cell);
            continue;
        }
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            if (const auto cell = cube.cellAt(row, rank, plane.at))
                put(*cell);
        }
    }
    return plane;
}

std::pair<double, double> robustRange(const TrendPlane& plane, const TrendColumn& figure, double share)
{
    std::vector<double> values;
    for (const std::uint32_t cell : plane.cells) {
        if (cell == TrendPlane::kNone)
            continue;
        if (const auto value = figure.at(cell); value && std::isfinite(*value))
            values.push_back(*value);
    }
    if (values.empty())
        return {0, 1};
    const auto at = [&](double part) {
        const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), values.begin() + place, values.end());
        return values[static_cast<std::size_t>(place)];
    };
    const double low = at(share);
    return {low, at(1 - share)};
}

} // namespace dumpscope::core
