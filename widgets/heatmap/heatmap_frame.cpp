// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/heatmap_frame.h"

#include <QFontDatabase>
#include <QPainter>

#include <algorithm>

namespace dumpscope::gui {

namespace {

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

/// The middle of something `half` to both sides that stays between two ends, where there is room.
double keptWithin(double middle, double half, double first, double last)
{
    return last - first < 2 * half ? middle : std::clamp(middle, first + half, last - half);
}

} // namespace

QFont tickFont(const QFont& base)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (base.pointSizeF() > 0)
        font.setPointSizeF(base.pointSizeF() * 10 / 13);
    else
        font.setPixelSize(base.pixelSize() * 10 / 13);
    return font;
}

void paintAxes(QPainter& painter, const HeatmapFrame& frame, const Theme& theme)
{
    // The ends of colour maps may be as dark, or as light, as what is around them.
    painter.setPen(QPen(theme.color(Token::AxisLine), 0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame.plane.adjusted(-1, -1, 0, 0));
    painter.setFont(tickFont(frame.font));
    const QFontMetrics metrics(painter.font());
    const QPointF from = frame.origin;
    const core::PlaneWindow& seen = frame.seen;
    painter.setPen(theme.color(Token::Secondary));
    const double label = metrics.horizontalAdvance(QString::number(frame.columns)) + 12;
    const std::uint64_t columnStep = tickStep(label / frame.stepX);
    for (std::uint64_t column = (seen.firstColumn + columnStep - 1) / columnStep * columnStep;
         column < seen.firstColumn + seen.columns; column += columnStep) {
        const double x = from.x() + (static_cast<double>(column) + 0.5) * frame.stepX;
        const double half = metrics.horizontalAdvance(QString::number(column)) / 2.0 + 1;
        const double middle = keptWithin(x, half, frame.plane.left(), frame.plane.right());
        painter.drawText(QRectF(middle - label, frame.plane.bottom() + 3, 2 * label, metrics.height()),
            Qt::AlignHCenter | Qt::AlignTop, QString::number(column));
    }
    const std::uint64_t rowStep = tickStep((metrics.height() + 8) / frame.stepY);
    for (std::uint64_t row = (seen.firstRow + rowStep - 1) / rowStep * rowStep;
         row < seen.firstRow + seen.rows; row += rowStep) {
        const double y = from.y() + (static_cast<double>(row) + 0.5) * frame.stepY;
        const double middle = keptWithin(y, metrics.height() / 2.0, frame.plane.top(), frame.plane.bottom());
        painter.drawText(QRectF(0, middle - metrics.height(), frame.plane.left() - 5, 2.0 * metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, QString::number(row));
    }
    if (frame.rowTitle.isEmpty() && frame.columnTitle.isEmpty())
        return;
    QFont titleFont = frame.font;
    if (titleFont.pointSizeF() > 0)
        titleFont.setPointSizeF(titleFont.pointSizeF() * 11 / 13);
    painter.setFont(titleFont);
    painter.drawText(QRectF(frame.plane.left() - 200, frame.plane.bottom() + 3 + metrics.height(),
                         frame.plane.width() + 400, metrics.height() + 6),
        Qt::AlignHCenter | Qt::AlignTop, frame.columnTitle);
    painter.save();
    const double labels = metrics.horizontalAdvance(QString::number(frame.rows)) + 10;
    painter.translate(frame.plane.left() - labels - metrics.height() - 2, frame.plane.center().y());
    painter.rotate(-90);
    painter.drawText(
        QRectF(-200, 0, 400, metrics.height() + 6), Qt::AlignHCenter | Qt::AlignTop, frame.rowTitle);
    painter.restore();
}

void paintColourBar(
    QPainter& painter, const HeatmapFrame& frame, const PlaneColours& colours, const Theme& theme)
{
    painter.setFont(tickFont(frame.font));
    const QRectF bar = frame.bar;
    const int steps = std::max(1, static_cast<int>(bar.height()));
    for (int i = 0; i < steps; ++i) {
        const auto at = static_cast<std::size_t>(
            (steps - 1 - i) * (static_cast<int>(kColours) - 1) / std::max(1, steps - 1));
        painter.fillRect(
            QRectF(bar.left(), bar.top() + i, bar.width(), 1), QColor::fromRgb(colours.table[at]));
    }
    painter.setPen(QPen(theme.color(Token::AxisLine), 0));
    painter.drawRect(bar);
    painter.setPen(theme.color(Token::Secondary));
    const QFontMetrics metrics(painter.font());
    const ValueScale& scale = colours.scale;
    for (const ValueScale::Tick& tick : scale.ticks(bar.height() < 120 ? 4 : 7)) {
        const double y = bar.bottom() - tick.position * bar.height();
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        const double top
            = std::clamp(y - metrics.height() / 2.0, bar.top() - 3, bar.bottom() - metrics.height() + 3);
        painter.drawText(QRectF(bar.right() + 6, top, 200, metrics.height()), Qt::AlignLeft, tick.text);
    }
    if (!frame.extent)
        return;
    // A triangle where values go on beyond the end of the bar.
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Secondary));
    const double x = bar.center().x();
    if (frame.extent->second > scale.high())
        painter.drawPolygon(QPolygonF({{x, bar.top() - 7}, {x - 5, bar.top() - 1}, {x + 5, bar.top() - 1}}));
    if (frame.extent->first < scale.low())
        painter.drawPolygon(
            QPolygonF({{x, bar.bottom() + 7}, {x - 5, bar.bottom() + 1}, {x + 5, bar.bottom() + 1}}));
}

} // namespace dumpscope::gui
