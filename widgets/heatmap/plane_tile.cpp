// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/plane_tile.h"

#include "io/mapped_file.h"
#include "tensor/element_values.h"
#include "tensor/plane.h"
#include "tensor/plane_geometry.h"
#include "tensor/value_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace dumpscope::gui {

namespace {

std::uint8_t flagOf(double value)
{
    if (std::isfinite(value))
        return 0;
    return std::isnan(value) ? core::kHasNan : value > 0 ? core::kHasPosInf : core::kHasNegInf;
}

double reduced(const core::PlaneBlocks& blocks, std::size_t i, Reduction reduction)
{
    const auto of = [i](const std::vector<float>& values) { return static_cast<double>(values[i]); };
    switch (reduction) {
    case Reduction::Mean:
        return of(blocks.mean);
    case Reduction::Min:
        return of(blocks.min);
    case Reduction::Max:
        return of(blocks.max);
    case Reduction::Extreme:
        break;
    }
    return std::fabs(of(blocks.min)) > std::fabs(of(blocks.max)) ? of(blocks.min) : of(blocks.max);
}

void flagValues(PlaneTile& tile)
{
    tile.flags.resize(tile.values.size());
    for (std::size_t i = 0; i < tile.values.size(); ++i) {
        tile.flags[i] = flagOf(tile.values[i]);
        if (tile.flags[i] != 0)
            tile.values[i] = std::numeric_limits<double>::quiet_NaN();
    }
}

/// A block is padding where all of its elements are.
core::Result<void> flagPadding(PlaneTile& tile, const core::PlaneSpec& plane,
    const core::ElementStream& stream, const core::PaddingMask& padding)
{
    TRY_ASSIGN(const core::PlaneGeometry geometry, core::planeGeometry(stream.shape(), plane));
    const core::PlaneWindow& window = tile.window;
    const auto isPadding = [&](std::uint64_t firstRow, std::uint64_t firstColumn) {
        const std::uint64_t endRow = std::min(window.rows, firstRow + tile.blockRows);
        const std::uint64_t endColumn = std::min(window.columns, firstColumn + tile.blockColumns);
        for (std::uint64_t row = firstRow; row < endRow; ++row) {
            for (std::uint64_t column = firstColumn; column < endColumn; ++column) {
                if (!padding.isPadding(geometry.at(window.firstRow + row, window.firstColumn + column)))
                    return false;
            }
        }
        return true;
    };
    for (std::uint64_t row = 0; row < tile.rows; ++row) {
        for (std::uint64_t column = 0; column < tile.columns; ++column) {
            if (!isPadding(row * tile.blockRows, column * tile.blockColumns))
                continue;
            std::uint8_t& flags = tile.flags[tile.at(row, column)];
            flags = static_cast<std::uint8_t>((padding.isStored() ? flags : 0) | kIsPadding);
        }
    }
    return {};
}

} // namespace

std::uint64_t overviewBlock(std::uint64_t length, std::uint64_t most)
{
    std::uint64_t block = 1;
    while ((length + block - 1) / block > most)
        block *= 2;
    return block;
}

void measurePlane(PlaneData& data)
{
    std::vector<double> values;
    for (std::size_t i = 0; i < data.overview.values.size(); ++i) {
        const std::uint8_t flags = data.overview.flags[i];
        data.nonFiniteCells += (flags & ~kIsPadding) != 0;
        if (std::isfinite(data.overview.values[i]) && (flags & kIsPadding) == 0)
            values.push_back(data.overview.values[i]);
    }
    if (values.empty())
        return;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    data.extent = {*low, *high};
    data.percentiles = core::percentileRange(values);
}

core::Result<PlaneTile> loadTile(const core::ElementStream& stream, const core::PlaneSpec& plane,
    const core::PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns, Reduction reduction,
    const core::PaddingMask* padding, core::TaskContext& task)
{
    PlaneTile tile;
    tile.window = window;
    tile.blockRows = blockRows;
    tile.blockColumns = blockColumns;
    if (blockRows == 1 && blockColumns == 1) {
        tile.rows = window.rows;
        tile.columns = window.columns;
        TRY_ASSIGN(tile.values,
            core::readPlaneWindow(
                stream, plane, window.firstRow, window.rows, window.firstColumn, window.columns));
        flagValues(tile);
        if (padding && padding->hasPadding())
            TRY_VOID(flagPadding(tile, plane, stream, *padding));
        return tile;
    }
    TRY_ASSIGN(core::PlaneBlocks blocks,
        core::reducePlaneWindow(stream, plane, window, blockRows, blockColumns, task));
    tile.rows = blocks.rows;
    tile.columns = blocks.columns;
    tile.values.resize(blocks.mean.size());
    for (std::size_t i = 0; i < tile.values.size(); ++i)
        tile.values[i] = reduced(blocks, i, reduction);
    tile.flags = std::move(blocks.flags);
    if (padding && padding->hasPadding())
        TRY_VOID(flagPadding(tile, plane, stream, *padding));
    return tile;
}

core::Result<PlaneData> loadPlane(const core::ElementStream& stream, const core::PlaneSpec& plane,
    Reduction reduction, const core::PaddingMask* padding, core::TaskContext& task, std::uint64_t mostSide)
{
    PlaneData data;
    std::tie(data.rows, data.columns) = core::planeSize(stream.shape(), plane);
    const core::PlaneWindow whole {0, 0, data.rows, data.columns};
    const std::uint64_t blockRows = overviewBlock(data.rows, mostSide);
    const std::uint64_t blockColumns = overviewBlock(data.columns, mostSide);
    TRY_ASSIGN(
        data.overview, loadTile(stream, plane, whole, blockRows, blockColumns, reduction, padding, task));
    measurePlane(data);
    return data;
}

core::Result<PlaneData> loadPreview(
    const core::ElementStream& stream, const core::PlaneSpec& plane, core::TaskContext& task)
{
    TRY_ASSIGN(const core::PlaneGeometry geometry, core::planeGeometry(stream.shape(), plane));
    const core::ScatteredReading scattered(stream.view().bytes);
    PlaneData data;
    data.isPreview = true;
    data.rows = geometry.rows;
    data.columns = geometry.columns;
    PlaneTile& tile = data.overview;
    tile.window = {0, 0, data.rows, data.columns};
    tile.blockRows = overviewBlock(data.rows, kPreviewSide);
    tile.blockColumns = overviewBlock(data.columns, kPreviewSide);
    tile.rows = (data.rows + tile.blockRows - 1) / tile.blockRows;
    tile.columns = (data.columns + tile.blockColumns - 1) / tile.blockColumns;
    tile.values.resize(static_cast<std::size_t>(tile.rows * tile.columns));
    core::ElementStream::Scratch scratch;
    for (std::uint64_t row = 0; row < tile.rows; ++row) {
        TRY_VOID(task.checkStop());
        const core::ElementChunk chunk = stream.readStrided(geometry.at(row * tile.blockRows, 0),
            geometry.columnStride * static_cast<std::int64_t>(tile.blockColumns), tile.columns, scratch);
        core::toMagnitudes(chunk, tile.values.data() + tile.at(row, 0));
    }
    TRY_VOID(stream.view().bytes.check());
    flagValues(tile);
    measurePlane(data);
    return data;
}

PlaneData makePlane(std::uint64_t rows, std::uint64_t columns, std::vector<double> values)
{
    PlaneData data;
    data.rows = data.overview.rows = rows;
    data.columns = data.overview.columns = columns;
    data.overview.window = {0, 0, rows, columns};
    data.overview.values = std::move(values);
    flagValues(data.overview);
    measurePlane(data);
    return data;
}

} // namespace dumpscope::gui
