// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/error_histogram_plot.h"

#include "common/numbers.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "heatmap/heatmap_frame.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

QString barName(const ErrorHistogramPlot::Bar& bar)
{
    using Kind = ErrorHistogramPlot::Bar::Kind;
    if (bar.kind == Kind::Equal)
        return QStringLiteral("0");
    if (bar.kind == Kind::Conflict)
        return QStringLiteral("NaN/Inf");
    return QStringLiteral("2^%1").arg(bar.exponent);
}

/// "2^-4 (0.0625) to 2^-3 (0.125)": both edges of a bar, the second one outside.
QString barEdges(const ErrorHistogramPlot::Bar& bar)
{
    using Kind = ErrorHistogramPlot::Bar::Kind;
    if (bar.kind != Kind::Error)
        return barName(bar);
    const auto edge = [](int exponent) {
        return QStringLiteral("2^%1 (%2)").arg(exponent).arg(std::ldexp(1.0, exponent), 0, 'g', 3);
    };
    return ErrorHistogramPlot::tr("%1 to %2").arg(edge(bar.exponent), edge(bar.exponent + bar.powers));
}

} // namespace

ErrorHistogramPlot::ErrorHistogramPlot(QWidget* parent)
    : QWidget(parent)
{
    keepTranslated(this, &ErrorHistogramPlot::describe);
}

std::vector<ErrorHistogramPlot::Bar> ErrorHistogramPlot::barsOf(const core::ErrorHistogram& histogram)
{
    std::vector<Bar> bars = {{Bar::Kind::Equal, 0, histogram.zero}};
    const auto count = static_cast<int>(histogram.counts.size());
    const int powers = std::max(1, (count + kMostBars - 1) / kMostBars);
    for (int first = 0; first < count; first += powers) {
        Bar bar {Bar::Kind::Error, histogram.lowest + first, 0, powers};
        for (int i = first; i < std::min(count, first + powers); ++i)
            bar.count += histogram.counts[static_cast<std::size_t>(i)];
        bars.push_back(bar);
    }
    if (histogram.conflicts > 0)
        bars.push_back({Bar::Kind::Conflict, 0, histogram.conflicts});
    return bars;
}

void ErrorHistogramPlot::setHistogram(std::optional<core::ErrorHistogram> histogram)
{
    m_bars = histogram ? barsOf(*histogram) : std::vector<Bar>();
    describe();
    update();
}

void ErrorHistogramPlot::describe()
{
    setAccessibleName(tr("Histogram of errors"));
    QStringList words;
    for (const Bar& bar : m_bars) {
        if (bar.count > 0)
            words.append(
                barEdges(bar) + QStringLiteral(": ") + groupedNumber(static_cast<qint64>(bar.count)));
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    setToolTip(words.join(QLatin1Char('\n')));
}

QString ErrorHistogramPlot::caption()
{
    return tr("elements by |target − golden|, log heights");
}

void ErrorHistogramPlot::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    if (m_bars.empty())
        return;
    painter.setFont(tickFont(font()));
    const QFontMetrics metrics(painter.font());
    const int line = metrics.height();
    const QRectF area(kWide, line + kMedium, width() - 2 * kWide, height() - 3 * line - 3 * kMedium);
    if (area.width() < 10 || area.height() < 10)
        return;
    std::uint64_t most = 1;
    for (const Bar& bar : m_bars)
        most = std::max(most, bar.count);
    const double step = area.width() / static_cast<double>(m_bars.size());
    painter.setPen(theme.color(Token::AxisLine));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    double labelEnd = -1, countEnd = -1;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const Bar& bar = m_bars[i];
        const double left = area.left() + static_cast<double>(i) * step;
        const double share = bar.count == 0
            ? 0
            : (1 + std::log10(static_cast<double>(bar.count))) / (1 + std::log10(static_cast<double>(most)));
        const double height = share * area.height();
        const QRectF place(left + step * 0.1, area.bottom() - height, step * 0.8, height);
        painter.fillRect(place,
            theme.color(bar.kind == Bar::Kind::Equal ? Token::Pass
                    : bar.kind == Bar::Kind::Error   ? Token::Accent
                                                     : Token::Nan));
        const auto write = [&](const QString& text, double y, double& end, Token token) {
            const double wide = metrics.horizontalAdvance(text);
            const double from = std::clamp(left + step / 2 - wide / 2, 0.0, std::max(0.0, width() - wide));
            if (from < end + kSmall)
                return;
            end = from + wide;
            painter.setPen(theme.color(token));
            painter.drawText(QPointF(from, y), text);
        };
        write(barName(bar), area.bottom() + kTiny + metrics.ascent() + kTiny, labelEnd, Token::Secondary);
        if (bar.count > 0)
            write(groupedNumber(static_cast<qint64>(bar.count)), place.top() - kTiny - metrics.descent(),
                countEnd, Token::Text);
    }
    painter.setPen(theme.color(Token::Secondary));
    painter.drawText(
        QRectF(0, area.bottom() + kMedium + line, width(), line + kTiny), Qt::AlignCenter, caption());
}

} // namespace dumpscope::gui
