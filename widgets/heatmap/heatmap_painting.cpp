// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/heatmap_view.h"
#include "tensor/plane.h"

#include "compare/elements/plane_difference.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

// How a heatmap view looks.

namespace dumpscope::gui {

namespace {

constexpr double kCellLinesFrom = 22, kTextsFrom = 30;

/// White between two dark edges can be seen on every colour.
const std::array kOnEveryColour {std::pair(QColor(0, 0, 0, 170), 3.0), std::pair(QColor(Qt::white), 1.0)};

/// Under the word of a cell whose sides differ in kind.
QRgb sideColour(std::uint8_t flags)
{
    return (flags & core::kNanInTarget) != 0 ? 0xFF6A3DB8
        : (flags & core::kNanInGolden) != 0  ? 0xFF806000
                                             : 0xFF000000;
}

/// Cut so far that its lines are whole at the border; what would be too small then is moved instead.
QRectF keptInside(QRectF ring, const QRectF& plane)
{
    constexpr double kLine = 2, kLeast = 7;
    const QRectF room = plane.adjusted(kLine, kLine, -kLine, -kLine);
    if (const QRectF cut = ring & room; cut.width() >= kLeast && cut.height() >= kLeast)
        return cut;
    ring.moveLeft(std::max(room.left(), std::min(ring.left(), room.right() - ring.width())));
    ring.moveTop(std::max(room.top(), std::min(ring.top(), room.bottom() - ring.height())));
    return ring;
}

QColor inkOn(QRgb colour)
{
    const double luminance = 0.299 * qRed(colour) + 0.587 * qGreen(colour) + 0.114 * qBlue(colour);
    return luminance > 140 ? QColor(Qt::black) : QColor(Qt::white);
}

} // namespace

void HeatmapView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    paint(painter, size(), theme, devicePixelRatioF());
    if (hasFocus() && !m_isCompact) {
        painter.setPen(QPen(theme.color(Token::Accent), isActiveWindow() ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void HeatmapView::paint(QPainter& painter, const QSize& size, const Theme& theme, qreal devicePixelRatio)
{
    painter.fillRect(QRect(QPoint(), size), theme.color(Token::Base));
    if (!m_plane || m_plane->rows == 0 || m_plane->columns == 0)
        return;
    const Layout layout = layoutFor(size);
    paintPlane(painter, layout, devicePixelRatio);
    painter.save();
    painter.setClipRect(layout.plane);
    paintCells(painter, layout);
    paintProbe(painter, layout, theme);
    paintPointed(painter, layout);
    painter.restore();
    const HeatmapFrame around = frame(layout);
    paintBands(painter, around, m_bands);
    paintAxes(painter, around, theme);
    paintColourBar(painter, around, m_colours, theme);
}

void HeatmapView::paintPlane(QPainter& painter, const Layout& layout, qreal dpr)
{
    const auto device = [dpr](double value) { return static_cast<int>(std::floor(value * dpr + 0.5)); };
    const QPoint corner(device(layout.plane.left()), device(layout.plane.top()));
    const QSize pixels(device(layout.plane.right()) - corner.x(), device(layout.plane.bottom()) - corner.y());
    const QPointF from = origin(layout);
    const PlaneMapping mapping {
        from.x() * dpr - corner.x(), from.y() * dpr - corner.y(), m_stepX * dpr, m_stepY * dpr};
    const bool isSame = !m_imageIsStale && m_image.size() == pixels
        && m_imageMapping.originX == mapping.originX && m_imageMapping.originY == mapping.originY
        && m_imageMapping.stepX == mapping.stepX;
    if (!isSame) {
        m_image = renderPlane(*m_plane, m_detail.get(), mapping, pixels, m_colours, dpr);
        m_imageMapping = mapping;
        m_imageIsStale = false;
    }
    painter.drawImage(QPointF(corner.x() / dpr, corner.y() / dpr), m_image);
}

void HeatmapView::paintCells(QPainter& painter, const Layout& layout)
{
    if (m_stepX < kCellLinesFrom || m_stepY < 12)
        return;
    const core::PlaneWindow seen = visibleWindow();
    painter.setPen(QPen(QColor(0, 0, 0, 60), 0));
    for (std::uint64_t row = seen.firstRow; row < seen.firstRow + seen.rows; ++row) {
        const QRectF cell = cellRect(layout, {row, seen.firstColumn});
        painter.drawLine(QPointF(layout.plane.left(), cell.top()), QPointF(layout.plane.right(), cell.top()));
    }
    for (std::uint64_t column = seen.firstColumn; column < seen.firstColumn + seen.columns; ++column) {
        const QRectF cell = cellRect(layout, {seen.firstRow, column});
        painter.drawLine(
            QPointF(cell.left(), layout.plane.top()), QPointF(cell.left(), layout.plane.bottom()));
    }
    if (m_stepX >= kTextsFrom && m_cellText)
        paintCellTexts(painter, layout, seen);
}

/// Values inside the cells: of all finite cells on screen or of none, so that gaps mean nothing.
void HeatmapView::paintCellTexts(QPainter& painter, const Layout& layout, const core::PlaneWindow& seen)
{
    struct Text {
        QString words;
        QRectF cell;
        std::size_t place;
        bool isFinite;
    };
    painter.setFont(tickFont(font()));
    const QFontMetrics metrics(painter.font());
    const PlaneTile& tile = m_detail && m_detail->isExact() ? *m_detail : m_plane->overview;
    if (!tile.isExact())
        return;
    std::vector<Text> texts;
    bool allFit = true;
    for (std::uint64_t row = seen.firstRow; row < seen.firstRow + seen.rows; ++row) {
        for (std::uint64_t column = seen.firstColumn; column < seen.firstColumn + seen.columns; ++column) {
            const std::uint64_t tileRow = row - tile.window.firstRow,
                                tileColumn = column - tile.window.firstColumn;
            const QString words = m_cellText(row, column);
            if (words.isEmpty() || tileRow >= tile.rows || tileColumn >= tile.columns)
                continue;
            const QRectF cell = cellRect(layout, {row, column});
            const std::size_t place = tile.at(tileRow, tileColumn);
            const bool fits
                = metrics.horizontalAdvance(words) + 2 <= cell.width() && metrics.height() <= cell.height();
            const bool isFinite = tile.flags[place] == 0;
            allFit = allFit && (fits || !isFinite);
            if (fits)
                texts.push_back({words, cell, place, isFinite});
        }
    }
    for (const Text& text : texts) {
        if (text.isFinite && !allFit)
            continue;
        if (text.isFinite) {
            painter.setPen(inkOn(m_colours.of(tile.values[text.place])));
        } else {
            // A plate in the cell's own colour under the word, so that the pattern does not cross it.
            const auto flags = tile.flags[text.place];
            const bool isNan = (flags & core::kHasNan) != 0;
            const bool isPositive = (flags & core::kHasPosInf) != 0;
            const bool isBlack = !isPositive && (flags & (core::kHasNegInf | core::kSameNonFinite)) != 0;
            const QColor plate = isNan          ? QColor(0xD1, 0x14, 0x7A)
                : isPositive                    ? QColor(Qt::white)
                : isBlack || flags < kIsPadding ? QColor(Qt::black)
                                                : QColor::fromRgb(sideColour(flags));
            QRectF place(0, 0, metrics.horizontalAdvance(text.words) + 4, metrics.height());
            place.moveCenter(text.cell.center());
            if ((flags & kIsPadding) == 0 || isNan)
                painter.fillRect(place, plate);
            painter.setPen(isPositive && !isNan ? Qt::black : Qt::white);
        }
        painter.drawText(text.cell, Qt::AlignCenter, text.words);
    }
}

void HeatmapView::paintProbe(QPainter& painter, const Layout& layout, const Theme& theme)
{
    if (m_region) {
        const QRectF from = cellRect(layout, {m_region->firstRow, m_region->firstColumn});
        const QRectF to = cellRect(
            layout, {m_region->firstRow + m_region->rows - 1, m_region->firstColumn + m_region->columns - 1});
        QColor tint = theme.color(Token::Accent);
        painter.setPen(QPen(tint, 2));
        tint.setAlphaF(0.1F);
        painter.fillRect(from | to, tint);
        painter.drawRect(from | to);
    }
    if (!m_probe)
        return;
    const QRectF cell = cellRect(layout, *m_probe);
    if (!cell.intersects(layout.plane))
        return paintCross(painter, layout, cell, cell.center(), 1);
    QRectF ring = cell.adjusted(-2, -2, 2, 2);
    if (ring.width() < 9)
        ring = QRectF(ring.center() - QPointF(4.5, 4.5), QSizeF(9, 9));
    else if (m_stepX >= kTextsFrom && m_cellText)
        ring = cell.adjusted(-1, -1, 1, 1); // around the digits, not over them
    else if (cell.width() >= kCellLinesFrom && cell.height() >= kCellLinesFrom)
        ring = cell.adjusted(2, 2, -2, -2); // whole at the border, too
    ring = keptInside(ring, layout.plane);
    paintCross(painter, layout, ring, cell.center(), 1);
    for (const auto& [colour, width] : kOnEveryColour) {
        painter.setPen(QPen(colour, width + 1));
        painter.drawRect(ring);
    }
}

/// To the borders from around a cell; not where the lines would cross values in cells.
void HeatmapView::paintCross(
    QPainter& painter, const Layout& layout, const QRectF& ring, const QPointF& middle, double opacity) const
{
    if (m_stepX >= kTextsFrom && m_cellText)
        return;
    painter.setOpacity(opacity);
    for (const auto& [colour, width] : kOnEveryColour) {
        painter.setPen(QPen(colour, width));
        painter.drawLine(QPointF(layout.plane.left(), middle.y()), QPointF(ring.left() - 3, middle.y()));
        painter.drawLine(QPointF(ring.right() + 3, middle.y()), QPointF(layout.plane.right(), middle.y()));
        painter.drawLine(QPointF(middle.x(), layout.plane.top()), QPointF(middle.x(), ring.top() - 3));
        painter.drawLine(QPointF(middle.x(), ring.bottom() + 3), QPointF(middle.x(), layout.plane.bottom()));
    }
    painter.setOpacity(1);
}

void HeatmapView::setPointed(std::optional<Cell> cell)
{
    if (m_pointed == cell)
        return;
    m_pointed = cell;
    update();
}

void HeatmapView::paintPointed(QPainter& painter, const Layout& layout)
{
    if (!m_pointed || m_pointed == m_probe)
        return;
    const QRectF cell = cellRect(layout, *m_pointed);
    QRectF ring = cell;
    if (ring.width() < 7 || ring.height() < 7) {
        const QSizeF least(std::max(7.0, ring.width()), std::max(7.0, ring.height()));
        ring = QRectF(ring.center() - QPointF(least.width(), least.height()) / 2, least);
    }
    constexpr double kPassing = 0.5; // the probed cell keeps the stronger lines
    if (cell.intersects(layout.plane))
        ring = keptInside(ring, layout.plane);
    paintCross(painter, layout, ring, cell.center(), kPassing);
    for (const auto& [colour, width] : kOnEveryColour) {
        painter.setPen(QPen(colour, width));
        painter.drawRect(ring.adjusted(1, 1, -1, -1));
    }
}

HeatmapFrame HeatmapView::frame(const Layout& layout) const
{
    HeatmapFrame frame;
    frame.plane = layout.plane;
    frame.bar = layout.bar;
    frame.origin = origin(layout);
    frame.stepX = m_stepX;
    frame.stepY = m_stepY;
    frame.seen = visibleWindow();
    frame.rows = m_plane->rows;
    frame.columns = m_plane->columns;
    frame.extent = m_plane->extent;
    frame.rowTitle = m_isCompact ? QString() : m_rowTitle;
    frame.columnTitle = m_isCompact ? QString() : m_columnTitle;
    frame.font = font();
    return frame;
}

} // namespace dumpscope::gui
