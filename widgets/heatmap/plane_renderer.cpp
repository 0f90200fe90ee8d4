// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/plane_renderer.h"
#include "tensor/plane.h"

#include "compare/elements/plane_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::gui {

namespace {

constexpr QRgb kNanColour = 0xFFD1147A;
constexpr QRgb kWhite = 0xFFFFFFFF;
constexpr QRgb kBlack = 0xFF000000;
constexpr QRgb kPaddingDot = 0xFF8A939E;
// The sides' colours as the light theme has them, so that they stay what they are in exported pictures.
constexpr QRgb kTargetColour = 0xFF6A3DB8, kGoldenColour = 0xFF806000;
constexpr QRgb kSameColour = 0xFF8A939E, kSameLine = 0xFFD3D7DD;
constexpr int kSmallestMark = 3; ///< device pixels

/// Pixels that show the same cells along one axis.
struct Span {
    int begin, end;            ///< pixels inside the picture
    std::uint64_t first, last; ///< cells of the tile, last included
};

/// Device pixel at which element `index` begins.
int edge(double origin, double step, double index)
{
    return static_cast<int>(std::clamp(std::floor(origin + index * step + 0.5), -1e9, 1e9));
}

/// The tile's cells along an axis of `pixels` pixels: one span per cell where cells are at least a
/// pixel, else one per pixel.
std::vector<Span> makeSpans(double origin, double step, std::uint64_t firstElement, std::uint64_t elements,
    std::uint64_t block, int pixels)
{
    std::vector<Span> spans;
    const double begin = static_cast<double>(firstElement);
    const double end = static_cast<double>(firstElement + elements);
    const std::uint64_t cells = (elements + block - 1) / block;
    const double cellSize = step * static_cast<double>(block);
    const int from = std::max(0, edge(origin, step, begin));
    const int to = std::min(pixels, std::max(edge(origin, step, end), edge(origin, step, begin) + 1));
    const auto cellAt = [&](double pixel) {
        const double cell = ((pixel - origin) / step - begin) / static_cast<double>(block);
        return static_cast<std::uint64_t>(std::clamp(cell, 0.0, static_cast<double>(cells - 1)));
    };
    if (cells == 0 || from >= to)
        return spans;
    if (cellSize < 1) {
        for (int pixel = from; pixel < to; ++pixel) {
            const std::uint64_t first = cellAt(pixel);
            const std::uint64_t next = pixel + 1 == to ? cellAt(end * step + origin) + 1 : cellAt(pixel + 1);
            spans.push_back({pixel, pixel + 1, first, std::max(first, std::min(next, cells) - 1)});
        }
        return spans;
    }
    std::uint64_t cell = cellAt(from);
    cell -= cell > 0;
    for (; cell < cells; ++cell) {
        const double element = begin + static_cast<double>(cell * block);
        const double next = std::min(end, element + static_cast<double>(block));
        const int left = std::max(from, edge(origin, step, element));
        const int right = std::min(to, edge(origin, step, next));
        if (left >= to)
            break;
        if (left < right)
            spans.push_back({left, right, cell, cell});
    }
    return spans;
}

struct Pixel {
    double value;
    std::uint8_t flags;
};

Pixel combined(const PlaneTile& tile, const Span& rows, const Span& columns)
{
    if (rows.first == rows.last && columns.first == columns.last) {
        const std::size_t i = tile.at(rows.first, columns.first);
        return {tile.values[i], tile.flags[i]};
    }
    double sum = 0, worst = 0;
    std::uint64_t finite = 0;
    std::uint8_t any = 0, all = 0xFF;
    for (std::uint64_t row = rows.first; row <= rows.last; ++row) {
        for (std::size_t i = tile.at(row, columns.first); i <= tile.at(row, columns.last); ++i) {
            any |= tile.flags[i];
            all &= tile.flags[i];
            if (std::isfinite(tile.values[i])) {
                sum += tile.values[i];
                worst = std::fabs(tile.values[i]) > std::fabs(worst) ? tile.values[i] : worst;
                ++finite;
            }
        }
    }
    // Padding shows only where there is nothing else.
    const auto flags = static_cast<std::uint8_t>((any & ~kIsPadding) | (all & kIsPadding));
    if (finite == 0)
        return {std::numeric_limits<double>::quiet_NaN(), flags};
    return {tile.keepsWorst ? worst : sum / static_cast<double>(finite), flags};
}

/// Pixels of the picture without asking it for every line whether it is shared.
struct Canvas {
    QRgb* pixels;
    std::ptrdiff_t width;

    [[nodiscard]] QRgb* line(int y) const { return pixels + y * width; }
};

void fill(const Canvas& canvas, int left, int top, int right, int bottom, QRgb colour)
{
    for (int y = top; y < bottom; ++y)
        std::fill(canvas.line(y) + left, canvas.line(y) + right, colour);
}

void fillPattern(
    const Canvas& canvas, int left, int top, int right, int bottom, std::uint8_t flags, qreal dpr)
{
    for (int y = top; y < bottom; ++y) {
        QRgb* const line = canvas.line(y);
        for (int x = left; x < right; ++x)
            line[x] = nonFinitePixel(flags, x, y, dpr);
    }
}

/// Of a mark without pattern; 0 for infinities, which are told apart by their bar.
QRgb plainColour(std::uint8_t flags)
{
    if ((flags & core::kHasNan) != 0)
        return kNanColour;
    if ((flags & core::kNanInTarget) != 0)
        return kTargetColour;
    if ((flags & core::kNanInGolden) != 0)
        return kGoldenColour;
    const bool isInfinite = (flags & (core::kOppositeInf | core::kHasPosInf | core::kHasNegInf)) != 0;
    return isInfinite ? 0 : kSameColour;
}

/// A cell that is too small to be seen, around its place: magenta, or white and black with a bar.
void fillMark(
    const Canvas& canvas, const QSize& size, const Span& rows, const Span& columns, std::uint8_t flags)
{
    const int width = std::max(kSmallestMark, columns.end - columns.begin);
    const int height = std::max(kSmallestMark, rows.end - rows.begin);
    // A mark at the border is moved into the picture, not cut.
    const int left
        = std::clamp((columns.begin + columns.end - width) / 2, 0, std::max(0, size.width() - width));
    const int top = std::clamp((rows.begin + rows.end - height) / 2, 0, std::max(0, size.height() - height));
    const int right = std::min(size.width(), left + width);
    const int bottom = std::min(size.height(), top + height);
    if (const QRgb plain = plainColour(flags); plain != 0) {
        fill(canvas, left, top, right, bottom, plain);
        return;
    }
    const bool positive = (flags & core::kHasPosInf) != 0;
    fill(canvas, left, top, right, bottom, positive ? kWhite : kBlack);
    const int middleX = (left + right) / 2, middleY = (top + bottom) / 2;
    if (positive)
        fill(canvas, middleX, top, middleX + 1, bottom, kBlack);
    else
        fill(canvas, left, middleY, right, middleY + 1, kWhite);
}

bool covers(const PlaneTile& tile, const PlaneData& plane, const PlaneMapping& mapping, const QSize& size)
{
    const auto inside = [](double origin, double step, int pixels, std::uint64_t all, std::uint64_t first,
                            std::uint64_t count) {
        const double from = std::clamp(std::floor(-origin / step), 0.0, static_cast<double>(all));
        const double to = std::clamp(std::ceil((pixels - origin) / step), 0.0, static_cast<double>(all));
        return from >= static_cast<double>(first) && to <= static_cast<double>(first + count);
    };
    return inside(mapping.originX, mapping.stepX, size.width(), plane.columns, tile.window.firstColumn,
               tile.window.columns)
        && inside(mapping.originY, mapping.stepY, size.height(), plane.rows, tile.window.firstRow,
            tile.window.rows);
}

} // namespace

int PlaneMapping::left(std::uint64_t column) const
{
    return edge(originX, stepX, static_cast<double>(column));
}

int PlaneMapping::top(std::uint64_t row) const
{
    return edge(originY, stepY, static_cast<double>(row));
}

QRgb PlaneColours::of(double value) const
{
    const double place = std::clamp(scale.position(value), 0.0, 1.0);
    return table[static_cast<std::size_t>(std::lround(place * static_cast<double>(table.size() - 1)))];
}

QRgb nonFinitePixel(std::uint8_t flags, int x, int y, qreal devicePixelRatio)
{
    const int period = std::max(3, static_cast<int>(std::lround(5 * devicePixelRatio)));
    const int line = std::max(1, static_cast<int>(std::lround(1.1 * devicePixelRatio)));
    const auto on = [&](int place) { return ((place % period) + period) % period < line; };
    if ((flags & core::kHasNan) != 0)
        return on(x + y) ? kWhite : kNanColour;
    // The side that has NaN: lines falling for the target, rising for golden, both where both occur.
    const bool inTarget = (flags & core::kNanInTarget) != 0, inGolden = (flags & core::kNanInGolden) != 0;
    if (inTarget || inGolden) {
        const bool isLine = (inTarget && on(x - y)) || (inGolden && on(x + y));
        return isLine ? kWhite : inTarget ? kTargetColour : kGoldenColour;
    }
    if ((flags & core::kOppositeInf) != 0)
        return on(x) != on(y) ? kBlack : kWhite;
    if ((flags & core::kHasPosInf) != 0)
        return on(x) ? kBlack : kWhite;
    if ((flags & core::kHasNegInf) != 0)
        return on(y) ? kWhite : kBlack;
    if ((flags & core::kSameNonFinite) != 0)
        return on(x + y) ? kSameLine : kSameColour;
    const int half = std::max(2, period / 2);
    return ((x / half + y / half) % 2 == 0 && x % half < line && y % half < line) ? kPaddingDot : 0;
}

QImage renderPlane(const PlaneData& plane, const PlaneTile* detail, const PlaneMapping& mapping,
    const QSize& size, const PlaneColours& colours, qreal devicePixelRatio)
{
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    if (image.isNull())
        return image;
    const Canvas canvas {reinterpret_cast<QRgb*>(image.bits()), image.bytesPerLine() / 4};
    const bool isDetailed = detail && covers(*detail, plane, mapping, size);
    const PlaneTile& tile = isDetailed ? *detail : plane.overview;
    const std::vector<Span> columns = makeSpans(mapping.originX, mapping.stepX, tile.window.firstColumn,
        tile.window.columns, tile.blockColumns, size.width());
    const std::vector<Span> rows = makeSpans(mapping.originY, mapping.stepY, tile.window.firstRow,
        tile.window.rows, tile.blockRows, size.height());

    struct Mark {
        const Span* row;
        const Span* column;
        std::uint8_t flags;
    };
    std::vector<Mark> marks;
    for (const Span& row : rows) {
        for (const Span& column : columns) {
            const Pixel pixel = combined(tile, row, column);
            const bool isSmall
                = row.end - row.begin < kSmallestMark || column.end - column.begin < kSmallestMark;
            if (pixel.flags == 0) {
                if (std::isfinite(pixel.value))
                    fill(canvas, column.begin, row.begin, column.end, row.end, colours.of(pixel.value));
            } else if (isSmall && pixel.flags != kIsPadding) {
                marks.push_back({&row, &column, pixel.flags});
            } else {
                fillPattern(
                    canvas, column.begin, row.begin, column.end, row.end, pixel.flags, devicePixelRatio);
            }
        }
    }
    // The rarer the more important: what says more is painted later.
    const auto weight = [](std::uint8_t flags) {
        constexpr int kSided = core::kNanInTarget | core::kNanInGolden;
        if ((flags & (core::kHasNan | kSided)) != 0)
            return 3;
        return (flags & (core::kHasPosInf | core::kOppositeInf)) != 0 ? 2 : (flags & core::kHasNegInf) != 0;
    };
    std::stable_sort(marks.begin(), marks.end(),
        [&](const Mark& a, const Mark& b) { return weight(a.flags) < weight(b.flags); });
    for (const Mark& mark : marks)
        fillMark(canvas, size, *mark.row, *mark.column, mark.flags);
    image.setDevicePixelRatio(devicePixelRatio);
    return image;
}

} // namespace dumpscope::gui
