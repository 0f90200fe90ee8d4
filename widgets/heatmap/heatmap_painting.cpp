// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/heatmap_view.h"

#include <QFontDatabase>
#include <QPainter>

#include <algorithm>
#include <cmath>

// How a heatmap view looks.

namespace dumpscope::gui {

namespace {

constexpr double kCellLinesFrom = 22, kTextsFrom = 30;

/// A step of 1, 2, 4, 8, 16, 32, 64, then of 100, 200, 500 and so on.
std::uint64_t tickStep(double least)
{
    for (std::uint64_t step = 1; step <= 64; step *= 2) {
        if (static_cast<double>(step) >= least)
            return step;
    }
    for (std::uint64_t decade = 100; decade < std::uint64_t {1} << 60; decade *= 10) {
        for (const std::uint64_t factor : {1, 2, 5}) {
            if (static_cast<double>(decade * factor) >= least)
                return decade * factor;
        }
    }
    return std::uint64_t {1} << 60;
}

QFont tickFont(const QFont& base)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (base.pointSizeF() > 0)
        font.setPointSizeF(base.pointSizeF() * 10 / 13);
    else
        font.setPixelSize(base.pixelSize() * 10 / 13);
    return font;
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
    painter.restore();
    painter.setFont(tickFont(font()));
    paintAxes(painter, layout, theme);
    paintBar(painter, layout, theme);
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
            const QColor plate = isNan ? QColor(0xD1, 0x14, 0x7A) : isPositive ? Qt::white : Qt::black;
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
    QRectF ring = cell.adjusted(-2, -2, 2, 2);
    if (ring.width() < 9)
        ring = QRectF(ring.center() - QPointF(4.5, 4.5), QSizeF(9, 9));
    const QPointF middle = cell.center();
    // White between two dark edges can be seen on every colour.
    for (const auto& [colour, width] :
        {std::pair(QColor(0, 0, 0, 170), 3.0), std::pair(QColor(Qt::white), 1.0)}) {
        painter.setPen(QPen(colour, width));
        painter.drawLine(QPointF(layout.plane.left(), middle.y()), QPointF(ring.left() - 3, middle.y()));
        painter.drawLine(QPointF(ring.right() + 3, middle.y()), QPointF(layout.plane.right(), middle.y()));
        painter.drawLine(QPointF(middle.x(), layout.plane.top()), QPointF(middle.x(), ring.top() - 3));
        painter.drawLine(QPointF(middle.x(), ring.bottom() + 3), QPointF(middle.x(), layout.plane.bottom()));
        painter.setPen(QPen(colour, width + 1));
        painter.drawRect(ring);
    }
}

void HeatmapView::paintAxes(QPainter& painter, const Layout& layout, const Theme& theme) const
{
    const QFontMetrics metrics(painter.font());
    const QPointF from = origin(layout);
    const core::PlaneWindow seen = visibleWindow();
    painter.setPen(theme.color(Token::Secondary));
    const double label = metrics.horizontalAdvance(QString::number(m_plane->columns)) + 12;
    const std::uint64_t columnStep = tickStep(label / m_stepX);
    for (std::uint64_t column = (seen.firstColumn + columnStep - 1) / columnStep * columnStep;
         column < seen.firstColumn + seen.columns; column += columnStep) {
        const double x = from.x() + (static_cast<double>(column) + 0.5) * m_stepX;
        painter.drawText(QRectF(x - label, layout.plane.bottom() + 3, 2 * label, metrics.height()),
            Qt::AlignHCenter | Qt::AlignTop, QString::number(column));
    }
    const std::uint64_t rowStep = tickStep((metrics.height() + 8) / m_stepY);
    for (std::uint64_t row = (seen.firstRow + rowStep - 1) / rowStep * rowStep;
         row < seen.firstRow + seen.rows; row += rowStep) {
        const double y = from.y() + (static_cast<double>(row) + 0.5) * m_stepY;
        painter.drawText(QRectF(0, y - metrics.height(), layout.plane.left() - 5, 2.0 * metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, QString::number(row));
    }
    if (m_isCompact)
        return;
    QFont titleFont = font();
    if (titleFont.pointSizeF() > 0)
        titleFont.setPointSizeF(titleFont.pointSizeF() * 11 / 13);
    painter.setFont(titleFont);
    painter.drawText(QRectF(layout.plane.left() - 200, layout.plane.bottom() + 3 + metrics.height(),
                         layout.plane.width() + 400, metrics.height() + 6),
        Qt::AlignHCenter | Qt::AlignTop, m_columnTitle);
    painter.save();
    const double labels = metrics.horizontalAdvance(QString::number(m_plane->rows)) + 10;
    painter.translate(layout.plane.left() - labels - metrics.height() - 2, layout.plane.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-200, 0, 400, metrics.height() + 6), Qt::AlignHCenter | Qt::AlignTop, m_rowTitle);
    painter.restore();
    painter.setFont(tickFont(font()));
}

void HeatmapView::paintBar(QPainter& painter, const Layout& layout, const Theme& theme) const
{
    const QRectF bar = layout.bar;
    const int steps = std::max(1, static_cast<int>(bar.height()));
    for (int i = 0; i < steps; ++i) {
        const auto at = static_cast<std::size_t>(
            (steps - 1 - i) * (static_cast<int>(kColours) - 1) / std::max(1, steps - 1));
        painter.fillRect(
            QRectF(bar.left(), bar.top() + i, bar.width(), 1), QColor::fromRgb(m_colours.table[at]));
    }
    painter.setPen(QPen(theme.color(Token::Border), 0));
    painter.drawRect(bar);
    painter.setPen(theme.color(Token::Secondary));
    const QFontMetrics metrics(painter.font());
    const ValueScale& scale = m_colours.scale;
    for (const ValueScale::Tick& tick : scale.ticks(bar.height() < 120 ? 3 : 5)) {
        const double y = bar.bottom() - tick.position * bar.height();
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        const double top
            = std::clamp(y - metrics.height() / 2.0, bar.top() - 3, bar.bottom() - metrics.height() + 3);
        painter.drawText(QRectF(bar.right() + 6, top, 200, metrics.height()), Qt::AlignLeft, tick.text);
    }
    if (!m_plane->extent)
        return;
    // A triangle where values go on beyond the end of the bar.
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Secondary));
    const double x = bar.center().x();
    if (m_plane->extent->second > scale.high())
        painter.drawPolygon(QPolygonF({{x, bar.top() - 7}, {x - 5, bar.top() - 1}, {x + 5, bar.top() - 1}}));
    if (m_plane->extent->first < scale.low())
        painter.drawPolygon(
            QPolygonF({{x, bar.bottom() + 7}, {x - 5, bar.bottom() + 1}, {x + 5, bar.bottom() + 1}}));
}

} // namespace dumpscope::gui
