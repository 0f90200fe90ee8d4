// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/plane_difference.h"

#include "io/mapped_file.h"
#include "metrics/complex_parts.h"
#include "metrics/exact_integer.h"
#include "tensor/element_values.h"
#include "tensor/plane.h"
#include "tensor/plane_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace dumpscope::core {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
/// Elements of a tile, which one thread does, and of a piece that is evaluated at once.
constexpr std::uint64_t kTileElements = 1U << 18;
constexpr std::uint64_t kPieceElements = 1U << 11;
constexpr std::uint64_t kMostBlocks = 1U << 27;

bool isSame(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// Of a position where a side is not finite and the other has something else.
std::uint8_t conflictFlag(double x, double y, DifferenceKind kind)
{
    if (std::isnan(x) || std::isnan(y))
        return static_cast<std::uint8_t>(
            (std::isnan(x) ? kNanInTarget : 0) | (std::isnan(y) ? kNanInGolden : 0));
    if (std::isinf(x) && std::isinf(y))
        return kOppositeInf;
    return kind == DifferenceKind::Signed && x - y < 0 ? kHasNegInf : kHasPosInf;
}

std::uint64_t blocksIn(std::uint64_t length, std::uint64_t block)
{
    return length / block + (length % block != 0);
}

/// The two sides of a plane, read piece by piece.
class PairedPlane {
public:
    PairedPlane(const ElementStream& target, const ElementStream& golden, const PlaneGeometry& geometry,
        const ElementDifference& difference, const PaddingMask* absent)
        : m_target(target)
        , m_golden(golden)
        , m_geometry(geometry)
        , m_difference(difference)
        , m_absent(absent)
    {
    }
    struct Piece {
        ElementStream::Scratch target, golden;
        std::array<double, kPieceElements> values;
        std::array<std::uint8_t, kPieceElements> flags;
    };
    /// Elements of a row from `column` on, every `step`-th of them.
    void read(
        std::uint64_t row, std::uint64_t column, std::uint64_t step, std::uint64_t count, Piece& piece) const
    {
        const std::uint64_t first = m_geometry.at(row, column);
        const std::int64_t stride = m_geometry.columnStride * static_cast<std::int64_t>(step);
        m_difference.evaluate(m_target.readStrided(first, stride, count, piece.target),
            m_golden.readStrided(first, stride, count, piece.golden), piece.values.data(),
            piece.flags.data());
        if (!m_absent || !m_absent->hasPadding())
            return;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (!m_absent->isPadding(first + static_cast<std::uint64_t>(stride) * i))
                continue;
            piece.flags[i] = kNoCounterpart;
            piece.values[i] = kNan;
        }
    }
    [[nodiscard]] Result<void> check() const
    {
        TRY_VOID(m_target.view().bytes.check());
        return m_golden.view().bytes.check();
    }

private:
    const ElementStream& m_target;
    const ElementStream& m_golden;
    PlaneGeometry m_geometry;
    const ElementDifference& m_difference;
    const PaddingMask* m_absent;
};

Result<PlaneGeometry> commonGeometry(
    const ElementStream& target, const ElementStream& golden, const PlaneSpec& plane)
{
    if (target.shape() != golden.shape())
        return fail(Code::Usage,
            phrase("shapes %1 and %2 differ", shapeText(target.shape()), shapeText(golden.shape())));
    return planeGeometry(target.shape(), plane);
}

Result<DifferenceBlocks> makeBlocks(std::uint64_t rows, std::uint64_t columns)
{
    if (columns != 0 && rows > kMostBlocks / columns)
        return fail(Code::Limit, phrase("the window has more than %1 blocks", kMostBlocks));
    DifferenceBlocks blocks;
    blocks.rows = rows;
    blocks.columns = columns;
    const auto count = static_cast<std::size_t>(rows * columns);
    blocks.values.resize(count, kNan);
    blocks.flags.resize(count);
    return blocks;
}

void keepWorse(double& kept, double value)
{
    if (std::isnan(kept) || std::fabs(value) > std::fabs(kept))
        kept = value;
}

} // namespace

ElementDifference::ElementDifference(
    DType target, DType golden, DifferenceKind kind, double atol, double rtol)
    : m_meter(target, golden)
    , m_kind(kind)
    , m_atol(atol)
    , m_rtol(rtol)
    , m_isComplex(isComplex(target) || isComplex(golden))
    , m_isExactInteger(isInteger(target) && isInteger(golden)
          && std::max(dtypeInfo(target).bits, dtypeInfo(golden).bits) == 64)
    , m_isLongBesideFloat(isLongBesideFloat(target, golden))
{
}

/// Of a real d, where it is not ULP.
double ElementDifference::finite(double d, double y) const
{
    switch (m_kind) {
    case DifferenceKind::Signed:
        return d;
    case DifferenceKind::Relative:
        return d == 0 ? 0 : std::fabs(d) / std::fabs(y);
    case DifferenceKind::Mismatch:
        return std::fabs(d) > m_atol + m_rtol * std::fabs(y) ? 1 : 0;
    default:
        return std::fabs(d);
    }
}

void ElementDifference::evaluate(
    const ElementChunk& target, const ElementChunk& golden, double* values, std::uint8_t* flags) const
{
    const auto count = static_cast<std::size_t>(target.count);
    std::vector<double> goldenValues(count);
    const std::vector<double> parts = m_isComplex ? partsOf(target) : std::vector<double>();
    const std::vector<double> goldenParts = m_isComplex ? partsOf(golden) : std::vector<double>();
    toMagnitudes(target, values);
    toMagnitudes(golden, goldenValues.data());
    for (std::size_t i = 0; i < count; ++i) {
        const double x = values[i], y = goldenValues[i];
        flags[i] = 0;
        if (!std::isfinite(x) || !std::isfinite(y)) {
            const bool agrees = m_isComplex
                ? isSame(parts[2 * i], goldenParts[2 * i]) && isSame(parts[2 * i + 1], goldenParts[2 * i + 1])
                : isSame(x, y);
            flags[i] = agrees ? static_cast<std::uint8_t>(kSameNonFinite) : conflictFlag(x, y, m_kind);
            values[i] = kNan;
            continue;
        }
        double d = x - y;
        if (m_isComplex)
            d = std::hypot(parts[2 * i] - goldenParts[2 * i], parts[2 * i + 1] - goldenParts[2 * i + 1]);
        else if (m_isExactInteger)
            d = static_cast<double>(integerDifference(target, golden, i));
        else if (m_isLongBesideFloat)
            d = longDifference(target, x, golden, y, i);
        if (m_kind != DifferenceKind::Ulp)
            values[i] = finite(d, y);
        else if (m_isComplex)
            values[i] = m_meter.complexDistance(&parts[2 * i], &goldenParts[2 * i]);
        else
            values[i] = m_isExactInteger ? std::fabs(d) : d == 0 ? 0 : m_meter.distance(x, y);
        if (!std::isfinite(values[i])) {
            flags[i] = values[i] < 0 ? kHasNegInf : kHasPosInf;
            values[i] = kNan;
        }
    }
}

Result<DifferenceBlocks> reduceDifference(const ElementStream& target, const ElementStream& golden,
    const PlaneSpec& plane, const PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns,
    const ElementDifference& difference, TaskContext& task, const PaddingMask* absent)
{
    TRY_ASSIGN(const PlaneGeometry geometry, commonGeometry(target, golden, plane));
    TRY_VOID(geometry.check(window));
    if (blockRows == 0 || blockColumns == 0)
        return fail(Code::Usage, phrase("a block has at least one row and one column"));
    if (window.rows == 0 || window.columns == 0)
        return DifferenceBlocks {};
    const std::uint64_t height = std::min(blockRows, window.rows);
    const std::uint64_t width = std::min(blockColumns, window.columns);
    TRY_ASSIGN(
        DifferenceBlocks blocks, makeBlocks(blocksIn(window.rows, height), blocksIn(window.columns, width)));
    const PairedPlane paired(target, golden, geometry, difference, absent);
    const std::uint64_t span = std::max<std::uint64_t>(1, kTileElements / height / width) * width;
    const std::uint64_t tilesPerBand = blocksIn(window.columns, span);
    const auto reduceTile = [&](std::uint64_t tile, PairedPlane::Piece& piece) -> Result<void> {
        const std::uint64_t band = tile / tilesPerBand, begin = tile % tilesPerBand * span;
        const std::uint64_t end = std::min(window.columns, begin + span);
        const std::uint64_t lastRow = std::min(window.rows, (band + 1) * height);
        for (std::uint64_t row = band * height; row < lastRow; ++row) {
            for (std::uint64_t column = begin; column < end; column += kPieceElements) {
                TRY_VOID(task.checkStop());
                const std::uint64_t count = std::min(kPieceElements, end - column);
                paired.read(window.firstRow + row, window.firstColumn + column, 1, count, piece);
                for (std::uint64_t i = 0; i < count; ++i) {
                    if (piece.flags[i] == kNoCounterpart)
                        continue;
                    const auto at = static_cast<std::size_t>(band * blocks.columns + (column + i) / width);
                    blocks.flags[at] |= piece.flags[i];
                    if (piece.flags[i] == 0)
                        keepWorse(blocks.values[at], piece.values[i]);
                }
            }
        }
        return {};
    };
    const auto reduceTiles = [&](std::size_t begin, std::size_t end) -> Result<void> {
        PairedPlane::Piece piece;
        for (std::size_t tile = begin; tile < end; ++tile)
            TRY_VOID(reduceTile(tile, piece));
        return {};
    };
    const auto tiles = static_cast<std::size_t>(blocks.rows * tilesPerBand);
    TRY_VOID(parallelFor(task.arena, tiles, 1, task.stop, reduceTiles));
    TRY_VOID(paired.check());
    for (std::size_t i = 0; absent && absent->hasPadding() && i < blocks.values.size(); ++i) {
        if (blocks.flags[i] == 0 && std::isnan(blocks.values[i]))
            blocks.flags[i] = kNoCounterpart;
    }
    return blocks;
}

Result<DifferenceBlocks> sampleDifference(const ElementStream& target, const ElementStream& golden,
    const PlaneSpec& plane, std::uint64_t blockRows, std::uint64_t blockColumns,
    const ElementDifference& difference, TaskContext& task, const PaddingMask* absent)
{
    TRY_ASSIGN(const PlaneGeometry geometry, commonGeometry(target, golden, plane));
    if (blockRows == 0 || blockColumns == 0)
        return fail(Code::Usage, phrase("a block has at least one row and one column"));
    TRY_ASSIGN(DifferenceBlocks blocks,
        makeBlocks(blocksIn(geometry.rows, blockRows), blocksIn(geometry.columns, blockColumns)));
    const ScatteredReading targetScattered(target.view().bytes), goldenScattered(golden.view().bytes);
    const PairedPlane paired(target, golden, geometry, difference, absent);
    PairedPlane::Piece piece;
    for (std::uint64_t row = 0; row < blocks.rows; ++row) {
        TRY_VOID(task.checkStop());
        for (std::uint64_t column = 0; column < blocks.columns; column += kPieceElements) {
            const std::uint64_t count = std::min(kPieceElements, blocks.columns - column);
            paired.read(row * blockRows, column * blockColumns, blockColumns, count, piece);
            const auto at = static_cast<std::ptrdiff_t>(row * blocks.columns + column);
            const auto length = static_cast<std::ptrdiff_t>(count);
            std::copy(piece.values.begin(), piece.values.begin() + length, blocks.values.begin() + at);
            std::copy(piece.flags.begin(), piece.flags.begin() + length, blocks.flags.begin() + at);
        }
    }
    TRY_VOID(paired.check());
    return blocks;
}

} // namespace dumpscope::core
