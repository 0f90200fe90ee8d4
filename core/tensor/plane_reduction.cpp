// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/element_values.h"
#include "tensor/plane.h"
#include "tensor/plane_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace dumpscope::core {
namespace {

constexpr double kLargestFloat = static_cast<double>(std::numeric_limits<float>::max());
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
/// Elements per tile where cells are small enough; a tile is done by one thread.
constexpr std::uint64_t kTileElements = 1U << 18;
constexpr std::uint64_t kReducedPiece = 1U << 12;
constexpr std::uint64_t kMaxWindowBlocks = 1U << 27;

/// One cell while elements are added to it.
struct Cell {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();
    double sum = 0;
    std::uint64_t count = 0;
    std::uint8_t flags = 0;

    void add(double x);
    void add(const Cell& other);
};

void Cell::add(double x)
{
    if (!std::isfinite(x)) {
        flags |= std::isnan(x) ? kHasNan : x > 0 ? kHasPosInf : kHasNegInf;
        return;
    }
    x = std::clamp(x, -kLargestFloat, kLargestFloat);
    min = std::min(min, x);
    max = std::max(max, x);
    sum += x;
    ++count;
}

void Cell::add(const Cell& other)
{
    min = std::min(min, other.min);
    max = std::max(max, other.max);
    sum += other.sum;
    count += other.count;
    flags |= other.flags;
}

std::uint64_t blocksIn(std::uint64_t length, std::uint64_t block)
{
    return length / block + (length % block != 0);
}

/// The blocks that are being made.
struct Grid {
    std::uint64_t blockRows = 1, blockColumns = 1; ///< elements of a cell
    std::uint64_t rows = 0, columns = 0;
    std::vector<Cell> cells;

    [[nodiscard]] Cell& at(std::uint64_t row, std::uint64_t column)
    {
        return cells[static_cast<std::size_t>(row * columns + column)];
    }
};

PlaneBlocks makeBlocks(const Grid& grid)
{
    PlaneBlocks blocks;
    blocks.rows = grid.rows;
    blocks.columns = grid.columns;
    const std::size_t count = grid.cells.size();
    blocks.min.resize(count, kNan);
    blocks.max.resize(count, kNan);
    blocks.mean.resize(count, kNan);
    blocks.flags.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Cell& cell = grid.cells[i];
        blocks.flags[i] = cell.flags;
        if (cell.count == 0)
            continue;
        const double mean = cell.sum / static_cast<double>(cell.count);
        blocks.min[i] = static_cast<float>(cell.min);
        blocks.max[i] = static_cast<float>(cell.max);
        blocks.mean[i] = static_cast<float>(std::clamp(mean, cell.min, cell.max));
    }
    return blocks;
}

/// Fills the grid. Elements are read along the axis on which they lie closer together, which
/// may be that of the rows; `outer` and `inner` are the axes in reading order.
class Reduction {
public:
    Reduction(const ElementStream& stream, const PlaneGeometry& geometry, Grid& grid)
        : m_stream(stream)
        , m_geometry(geometry)
        , m_grid(grid)
        , m_isTurned(geometry.rows > 1 && geometry.rowStride < geometry.columnStride)
        , m_outer(m_isTurned ? geometry.columns : geometry.rows)
        , m_inner(m_isTurned ? geometry.rows : geometry.columns)
        , m_outerBlock(m_isTurned ? grid.blockColumns : grid.blockRows)
        , m_innerBlock(std::min(m_isTurned ? grid.blockRows : grid.blockColumns, m_inner))
    {
        const std::uint64_t cellElements = std::min(m_outerBlock, m_outer) * m_innerBlock;
        m_span = std::max<std::uint64_t>(1, kTileElements / cellElements);
        m_tilesPerBand = blocksIn(blocksIn(m_inner, m_innerBlock), m_span);
    }

    [[nodiscard]] std::uint64_t tiles() const { return blocksIn(m_outer, m_outerBlock) * m_tilesPerBand; }
    [[nodiscard]] Result<void> reduceTile(std::uint64_t tile, const TaskContext& task) const;

private:
    [[nodiscard]] Cell& cell(std::uint64_t outer, std::uint64_t inner) const
    {
        return m_isTurned ? m_grid.at(inner, outer) : m_grid.at(outer, inner);
    }
    [[nodiscard]] std::uint64_t element(std::uint64_t outer, std::uint64_t inner) const
    {
        return m_isTurned ? m_geometry.at(inner, outer) : m_geometry.at(outer, inner);
    }

    const ElementStream& m_stream;
    const PlaneGeometry& m_geometry;
    Grid& m_grid;
    bool m_isTurned;
    std::uint64_t m_outer, m_inner;
    std::uint64_t m_outerBlock, m_innerBlock;
    std::uint64_t m_span = 1; ///< cells of a tile along the inner axis; one along the outer
    std::uint64_t m_tilesPerBand = 1;
};

Result<void> Reduction::reduceTile(std::uint64_t tile, const TaskContext& task) const
{
    const std::uint64_t block = m_innerBlock;
    const std::uint64_t band = tile / m_tilesPerBand;
    const std::uint64_t begin = tile % m_tilesPerBand * m_span * block;
    const std::uint64_t end = std::min(m_inner, begin + m_span * block);
    const std::uint64_t lastOuter = std::min(m_outer, (band + 1) * m_outerBlock);
    const std::int64_t step = m_isTurned ? m_geometry.rowStride : m_geometry.columnStride;
    ElementStream::Scratch& scratch = ElementStream::Scratch::ofThread();
    std::array<double, kReducedPiece> values;
    for (std::uint64_t outer = band * m_outerBlock; outer < lastOuter; ++outer) {
        for (std::uint64_t inner = begin; inner < end; inner += kReducedPiece) {
            TRY_VOID(task.checkStop());
            const std::uint64_t first = element(outer, inner);
            const std::uint64_t count = std::min(kReducedPiece, end - inner);
            toMagnitudes(m_stream.readStrided(first, step, count, scratch), values.data());
            for (std::uint64_t i = 0; i < count;) {
                const std::uint64_t stop = std::min(count, i + block - (inner + i) % block);
                Cell part;
                for (; i < stop; ++i)
                    part.add(values[i]);
                cell(band, (inner + i - 1) / block).add(part);
            }
        }
    }
    return {};
}

Result<void> fillGrid(
    const ElementStream& stream, const PlaneGeometry& geometry, Grid& grid, TaskContext& task)
{
    const ElementStream pass = stream.forPass();
    const Reduction reduction(pass, geometry, grid);
    const auto reduce = [&](std::size_t begin, std::size_t end) -> Result<void> {
        for (std::size_t tile = begin; tile < end; ++tile)
            TRY_VOID(reduction.reduceTile(tile, task));
        return {};
    };
    TRY_VOID(parallelFor(task.arena, static_cast<std::size_t>(reduction.tiles()), 1, task.stop, reduce));
    return stream.view().bytes.check();
}

} // namespace

Result<PlaneBlocks> reducePlaneWindow(const ElementStream& stream, const PlaneSpec& plane,
    const PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns, TaskContext& task)
{
    TRY_ASSIGN(PlaneGeometry geometry, planeGeometry(stream.shape(), plane));
    TRY_VOID(geometry.check(window));
    if (blockRows == 0 || blockColumns == 0)
        return fail(Code::Usage, phrase("a block has at least one row and one column"));
    if (window.rows == 0 || window.columns == 0)
        return PlaneBlocks {};
    // Blocks larger than the window are the window.
    Grid grid;
    grid.blockRows = std::min(blockRows, window.rows);
    grid.blockColumns = std::min(blockColumns, window.columns);
    grid.rows = blocksIn(window.rows, grid.blockRows);
    grid.columns = blocksIn(window.columns, grid.blockColumns);
    if (grid.rows > kMaxWindowBlocks / grid.columns)
        return fail(Code::Limit, phrase("the window has more than %1 blocks", kMaxWindowBlocks));
    grid.cells.resize(static_cast<std::size_t>(grid.rows * grid.columns));
    geometry.first = geometry.at(window.firstRow, window.firstColumn);
    geometry.rows = window.rows;
    geometry.columns = window.columns;
    TRY_VOID(fillGrid(stream, geometry, grid, task));
    return makeBlocks(grid);
}

} // namespace dumpscope::core
