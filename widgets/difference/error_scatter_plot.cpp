// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/error_scatter_plot.h"

#include "common/numbers.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "heatmap/heatmap_frame.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kManyPoints = 2000; ///< lie one on another, and are smaller

/// Powers of ten that an axis shows.
struct Decades {
    int low = -1, high = 0;

    void take(double value)
    {
        const int decade = static_cast<int>(std::floor(std::log10(value)));
        low = isEmpty ? decade : std::min(low, decade);
        high = isEmpty ? decade + 1 : std::max(high, decade + 1);
        isEmpty = false;
    }
    [[nodiscard]] double position(double value) const
    {
        return (std::log10(value) - low) / std::max(1, high - low);
    }
    bool isEmpty = true;
};

} // namespace

ErrorScatterPlot::ErrorScatterPlot(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Error against magnitude"));
}

void ErrorScatterPlot::setErrors(std::shared_ptr<const PairErrors> errors)
{
    m_errors = std::move(errors);
    setAccessibleName(tr("Error against magnitude"));
    update();
}

void ErrorScatterPlot::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    if (!m_errors)
        return;
    painter.setFont(tickFont(font()));
    const QFontMetrics metrics(painter.font());
    // The lowest tick and what stands below it do not touch.
    const int line = metrics.height(), band = 2 * line;
    const int left = metrics.horizontalAdvance(QStringLiteral("1e-300")) + line + kWide;
    const int top = 2 * line + kSmall; // the words, then half of the highest tick
    const QRectF area(left, top, width() - left - kVast, height() - top - 3 * line - kLarge);
    if (area.width() < 40 || area.height() < 40)
        return;
    Decades across, up;
    for (const core::ErrorPoint& point : m_errors->points) {
        if (point.golden > 0)
            across.take(point.golden);
        if (point.error > 0)
            up.take(point.error);
    }
    const QRectF logs = area.adjusted(band, 0, 0, -band);
    const auto xOf = [&](double golden) {
        return golden > 0 ? logs.left() + across.position(golden) * logs.width() : area.left() + band / 2.0;
    };
    const auto yOf = [&](double error) {
        return error > 0 ? logs.bottom() - up.position(error) * logs.height() : area.bottom() - line / 2.0;
    };
    const auto axis = [&](const Decades& decades, bool isUp) {
        const double room
            = isUp ? line + kLarge : metrics.horizontalAdvance(QStringLiteral("1e-300")) + kLarge;
        const double each = (isUp ? logs.height() : logs.width()) / std::max(1, decades.high - decades.low);
        const int step = std::max(1, static_cast<int>(std::ceil(room / std::max(each, 0.01))));
        for (int decade = decades.low; decade <= decades.high; decade += step) {
            const double at = std::pow(10.0, decade);
            const bool isShort = std::abs(decade) <= 2;
            const QString text = isShort ? QString::number(at) : QStringLiteral("1e%1").arg(decade);
            painter.setPen(theme.color(Token::Grid));
            if (isUp)
                painter.drawLine(QPointF(logs.left(), yOf(at)), QPointF(logs.right(), yOf(at)));
            else
                painter.drawLine(QPointF(xOf(at), logs.top()), QPointF(xOf(at), logs.bottom()));
            painter.setPen(theme.color(Token::Secondary));
            if (isUp)
                painter.drawText(QRectF(0, yOf(at) - line, area.left() - kSmall, 2 * line),
                    Qt::AlignRight | Qt::AlignVCenter, text);
            else
                painter.drawText(
                    QRectF(xOf(at) - 40, area.bottom() + kTiny, 80, line), Qt::AlignHCenter, text);
        }
    };
    axis(across, false);
    axis(up, true);
    painter.setPen(theme.color(Token::AxisLine));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.drawLine(area.topLeft(), area.bottomLeft());
    painter.setPen(theme.color(Token::Secondary));
    painter.drawText(QRectF(0, area.bottom() - line, area.left() - kSmall, line),
        Qt::AlignRight | Qt::AlignVCenter, tr("equal"));
    painter.drawText(
        QRectF(area.left() - band, area.bottom() + kTiny, band, line), Qt::AlignCenter, QStringLiteral("0"));
    painter.drawText(QRectF(area.left(), area.bottom() + line + kSmall, area.width(), line), Qt::AlignCenter,
        tr("|golden|"));
    painter.drawText(QRectF(kSmall, 0, width() - kLarge, line + kSmall), Qt::AlignLeft | Qt::AlignVCenter,
        tr("|target − golden| of %1 of %2 elements")
                .arg(groupedNumber(static_cast<qint64>(m_errors->points.size())),
                    groupedNumber(static_cast<qint64>(m_errors->folded.fold.count)))
            + QStringLiteral(" · ") + tr("dashed: limit %1").arg(m_errors->tolerance.condition()));
    const double side = m_errors->points.size() > kManyPoints ? scaled(3) : scaled(5);
    for (const bool fails : {false, true}) {
        QColor ink = theme.color(fails ? Token::Fail : Token::Accent);
        ink.setAlphaF(0.6F);
        for (const core::ErrorPoint& point : m_errors->points) {
            if (point.fails == fails)
                painter.fillRect(
                    QRectF(xOf(point.golden) - side / 2, yOf(point.error) - side / 2, side, side), ink);
        }
    }
    if (across.isEmpty || up.isEmpty)
        return;
    const MismatchTolerance& tolerance = m_errors->tolerance;
    painter.setClipRect(logs);
    painter.setPen(QPen(theme.color(Token::Warn), 1.5, Qt::DashLine));
    QPolygonF curve;
    for (int i = 0; i <= 64; ++i) {
        const double golden = std::pow(10.0, across.low + (across.high - across.low) * i / 64.0);
        curve.append({xOf(golden), yOf(tolerance.absolute + tolerance.relative * golden)});
    }
    painter.drawPolyline(curve);
}

} // namespace dumpscope::gui
