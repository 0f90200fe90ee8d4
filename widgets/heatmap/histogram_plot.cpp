// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/histogram_plot.h"

#include "common/glyphs.h"
#include "common/numbers.h"
#include "common/theme.h"
#include "heatmap/heatmap_frame.h"
#include "model/own_type_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

HistogramPlot::HistogramPlot(QWidget* parent)
    : QWidget(parent)
    , m_map(&colourMap("deep-sea", false))
{
    setAccessibleName(tr("Histogram"));
    setFocusPolicy(Qt::StrongFocus);
    setToolTip(tr("Drag the handles to set the range"));
}

void HistogramPlot::setHistogram(std::shared_ptr<const core::Histogram> histogram, core::DType dtype)
{
    m_dtype = dtype;
    m_histogram = std::move(histogram);
    m_most = 1;
    if (m_histogram) {
        for (const std::uint64_t count : m_histogram->counts)
            m_most = std::max(m_most, count);
        m_most = std::max({m_most, m_histogram->nan, m_histogram->posInf, m_histogram->negInf});
    }
    update();
}

void HistogramPlot::setColours(const ColourMap& map, const ValueScale& scale)
{
    m_map = &map;
    m_scale = scale;
    update();
}

void HistogramPlot::setLogCount(bool log)
{
    m_isLog = log;
    update();
}

void HistogramPlot::setMessage(const QString& sentence)
{
    m_message = sentence;
    update();
}

void HistogramPlot::setCaption(const QString& caption)
{
    m_caption = caption;
    update();
}

HistogramPlot::Layout HistogramPlot::layoutNow() const
{
    const QFontMetrics metrics(tickFont(font()));
    const double left = metrics.horizontalAdvance(QStringLiteral("1 000 000")) + 4;
    const double bottom = 2.0 * metrics.height() + 8;
    const double apart = 3.0 * (metrics.horizontalAdvance(QStringLiteral("+Inf")) + 6);
    Layout layout;
    layout.bars = QRectF(left, metrics.height() + 6, std::max(10.0, width() - left - apart - 24),
        std::max(10.0, height() - metrics.height() - 6 - bottom));
    layout.apart = QRectF(layout.bars.right() + 16, layout.bars.top(), apart, layout.bars.height());
    return layout;
}

ValueScale HistogramPlot::axis() const
{
    return {
        static_cast<ScaleKind>(m_histogram->scale), m_histogram->edges.front(), m_histogram->edges.back()};
}

double HistogramPlot::barHeight(std::uint64_t count, double room) const
{
    if (count == 0)
        return 0;
    const double most = static_cast<double>(m_most), here = static_cast<double>(count);
    // One element is a bar of its own on the logarithmic axis, too.
    return std::max(1.0, room * (m_isLog ? std::log10(here * 1.6) / std::log10(most * 1.6) : here / most));
}

QString HistogramPlot::onlySentence() const
{
    std::uint64_t finite = m_histogram->below + m_histogram->above;
    for (const std::uint64_t count : m_histogram->counts)
        finite += count;
    const auto grouped = [](std::uint64_t count) { return groupedNumber(static_cast<qint64>(count)); };
    const std::uint64_t other = m_histogram->nan + m_histogram->posInf + m_histogram->negInf;
    if (finite == 0)
        return tr("No finite element: %1 NaN, %2 +Inf, %3 −Inf.")
            .arg(grouped(m_histogram->nan), grouped(m_histogram->posInf), grouped(m_histogram->negInf));
    if (!m_histogram->only || other > 0)
        return {};
    const QString value = QString::fromStdString(core::extremeText(*m_histogram->only, m_dtype));
    return finite == 1 ? tr("The only element is %1.").arg(value)
                       : tr("All %1 elements are %2.").arg(grouped(finite), value);
}

bool HistogramPlot::paintSentence(QPainter& painter) const
{
    const QString sentence = m_message.isEmpty() ? onlySentence() : m_message;
    if (sentence.isEmpty())
        return false;
    painter.setFont(font());
    painter.setPen(Theme::of(this).color(Token::Secondary));
    painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, sentence);
    return true;
}

void HistogramPlot::paintBars(QPainter& painter) const
{
    painter.fillRect(rect(), Theme::of(this).color(Token::Base));
    if (!m_histogram || paintSentence(painter))
        return;
    painter.setFont(tickFont(font()));
    const Layout layout = layoutNow();
    paintAxes(painter, layout);
    paintBars(painter, layout);
    paintApart(painter, layout);
}

void HistogramPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    if ((!m_histogram && m_message.isEmpty()) || paintSentence(painter))
        return;
    paintBars(painter);
    paintHandles(painter, layoutNow());
    if (hasFocus()) {
        painter.setPen(QPen(theme.color(Token::Accent), isActiveWindow() ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void HistogramPlot::paintAxes(QPainter& painter, const Layout& layout) const
{
    const Theme& theme = Theme::of(this);
    const QFontMetrics metrics(painter.font());
    const QRectF& bars = layout.bars;
    const auto line = [&](std::uint64_t count) {
        const double y = std::floor(bars.bottom() - barHeight(count, bars.height())) + 0.5;
        painter.setPen(QPen(theme.color(Token::Grid), 1));
        painter.drawLine(QPointF(bars.left(), y), QPointF(bars.right(), y));
        painter.setPen(theme.color(Token::Secondary));
        painter.drawText(QRectF(0, y - metrics.height() / 2.0, bars.left() - 5, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, groupedNumber(static_cast<qint64>(count)));
    };
    if (m_isLog) {
        // Powers of ten, fewer where they would touch.
        std::uint64_t factor = 10;
        while (std::log10(static_cast<double>(m_most)) / std::log10(static_cast<double>(factor))
                * (metrics.height() + 4)
            > bars.height())
            factor *= 10;
        for (std::uint64_t count = 1; count <= m_most && count < std::uint64_t {1} << 50; count *= factor)
            line(count);
        // One line alone does not say how tall a bar is.
        if (m_most > 1 && m_most < factor)
            line(m_most);
    } else {
        // Whole round numbers, at most five.
        std::uint64_t step = 1;
        for (std::uint64_t power = 1; m_most / step > 5; power *= 10) {
            for (const std::uint64_t factor : {2, 5, 10})
                step = m_most / step > 5 ? power * factor : step;
        }
        for (std::uint64_t count = step; count <= m_most; count += step)
            line(count);
    }
    painter.setPen(QPen(theme.color(Token::AxisLine), 1));
    painter.drawLine(QPointF(bars.left() - 0.5, bars.top()), QPointF(bars.left() - 0.5, bars.bottom() + 0.5));
    painter.drawLine(
        QPointF(bars.left() - 0.5, bars.bottom() + 0.5), QPointF(layout.apart.right(), bars.bottom() + 0.5));
    painter.setPen(theme.color(Token::Secondary));
    const int ticks = bars.width() < 240 ? 4 : 7;
    const bool isWhole = !core::isFloating(m_dtype) && !core::isComplex(m_dtype);
    for (const ValueScale::Tick& tick : axis().ticks(ticks)) {
        if (isWhole && tick.text.contains(QLatin1Char('.'))) // between two values there is none
            continue;
        const double x = bars.left() + tick.position * bars.width();
        painter.drawLine(QPointF(x, bars.bottom() + 1), QPointF(x, bars.bottom() + 4));
        const double wide = metrics.horizontalAdvance(tick.text);
        painter.drawText(QPointF(std::clamp(x - wide / 2, 0.0, std::max(0.0, bars.right() + 8 - wide)),
                             bars.bottom() + 5 + metrics.ascent()),
            tick.text);
    }
    painter.drawText(QRectF(0, bars.bottom() + 6 + metrics.height(), width(), metrics.height()),
        Qt::AlignHCenter | Qt::AlignTop, m_caption);
}

void HistogramPlot::paintBars(QPainter& painter, const Layout& layout) const
{
    const ValueScale places = axis();
    const QRectF& area = layout.bars;
    const double dpr = devicePixelRatioF();
    const auto snapped = [dpr](double x) { return std::round(x * dpr) / dpr; };
    // Few values, as of integers, have bars that can be seen.
    constexpr std::size_t kFew = 32;
    constexpr double kWide = 7, kOutlined = 5;
    const auto filled = static_cast<std::size_t>(
        std::ranges::count_if(m_histogram->counts, [](std::uint64_t count) { return count > 0; }));
    const double least = filled > 0 && filled <= kFew
        ? std::min(kWide, area.width() / static_cast<double>(2 * filled))
        : 1 / dpr;
    for (std::size_t i = 0; i < m_histogram->counts.size(); ++i) {
        const double from = m_histogram->edges[i], to = m_histogram->edges[i + 1];
        const double left = snapped(area.left() + places.position(from) * area.width());
        const double right = snapped(area.left() + places.position(to) * area.width());
        const double tall = barHeight(m_histogram->counts[i], area.height());
        if (tall <= 0)
            continue;
        const double gap = right - left >= 4 ? 1 : 0;
        const double wide = std::max(least, right - left - gap);
        const double start = wide > right - left
            ? snapped(std::clamp((left + right - wide) / 2, area.left(), area.right() - wide))
            : left;
        const double middle = m_scale.position(from / 2 + to / 2);
        painter.fillRect(QRectF(start, area.bottom() - tall, wide, tall),
            QColor::fromRgb(m_map->at(std::clamp(middle, 0.0, 1.0))));
        // Ends of a colour map may be as dark or as light as what is behind them.
        if (wide >= kOutlined) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(Theme::of(this).color(Token::AxisLine), 1));
            painter.drawRect(QRectF(start, area.bottom() - tall, wide, tall).adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
}

void HistogramPlot::paintApart(QPainter& painter, const Layout& layout) const
{
    const Theme& theme = Theme::of(this);
    const QFontMetrics metrics(painter.font());
    const double step = layout.apart.width() / 3;
    const std::uint64_t counts[] = {m_histogram->nan, m_histogram->posInf, m_histogram->negInf};
    const NonFinite kinds[] = {NonFinite::Nan, NonFinite::PosInf, NonFinite::NegInf};
    const QString names[] = {QStringLiteral("NaN"), QStringLiteral("+Inf"), QStringLiteral("−Inf")};
    for (int i = 0; i < 3; ++i) {
        const QRectF slot(layout.apart.left() + i * step, layout.apart.top(), step, layout.apart.height());
        const double tall = barHeight(counts[i], slot.height());
        if (tall > 0) {
            const QRectF bar(slot.left() + 4, slot.bottom() - tall, slot.width() - 8, tall);
            paintNonFinite(painter, bar, kinds[i], theme);
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.color(Token::AxisLine), 1));
            painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        painter.setPen(theme.color(counts[i] > 0 ? Token::Text : Token::Dim));
        const QString count = groupedNumber(static_cast<qint64>(counts[i]));
        painter.drawText(QRectF(slot.left() - 20, slot.bottom() - tall - metrics.height() - 2,
                             slot.width() + 40, metrics.height()),
            Qt::AlignHCenter, count);
        painter.drawText(QRectF(slot.left() - 10, slot.bottom() + 5, slot.width() + 20, metrics.height()),
            Qt::AlignHCenter, names[i]);
    }
}

double HistogramPlot::handleX(bool high) const
{
    const QRectF area = layoutNow().bars;
    const double place = axis().position(high ? m_scale.high() : m_scale.low());
    return area.left() + std::clamp(place, 0.0, 1.0) * area.width();
}

void HistogramPlot::paintHandles(QPainter& painter, const Layout& layout) const
{
    const QColor accent = Theme::of(this).color(Token::Accent);
    for (const bool high : {false, true}) {
        const double x = handleX(high);
        painter.setPen(QPen(accent, 1.5));
        painter.drawLine(QPointF(x, layout.bars.top()), QPointF(x, layout.bars.bottom()));
        painter.fillRect(QRectF(x - 4, layout.bars.top() - 6, 8, 8), accent);
    }
}

void HistogramPlot::mousePressEvent(QMouseEvent* event)
{
    if (!m_histogram)
        return;
    const double low = std::fabs(event->position().x() - handleX(false));
    const double high = std::fabs(event->position().x() - handleX(true));
    if (std::min(low, high) <= 11)
        m_dragged = high < low;
}

void HistogramPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragged || !m_histogram)
        return;
    const QRectF area = layoutNow().bars;
    const double value
        = axis().shortValueAt((event->position().x() - area.left()) / area.width(), 1 / area.width());
    const double low = *m_dragged ? m_scale.low() : std::min(value, m_scale.high());
    const double high = *m_dragged ? std::max(value, m_scale.low()) : m_scale.high();
    emit rangeDragged(low, high);
}

void HistogramPlot::mouseReleaseEvent(QMouseEvent*)
{
    m_dragged.reset();
}

void HistogramPlot::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (by == 0 || !m_histogram) {
        QWidget::keyPressEvent(event);
        return;
    }
    // Left and Right move the low end, with Shift the high one.
    const bool high = event->modifiers().testFlag(Qt::ShiftModifier);
    const ValueScale places = axis();
    const double value = places.valueAt(places.position(high ? m_scale.high() : m_scale.low()) + by * 0.01);
    emit rangeDragged(high ? m_scale.low() : std::min(value, m_scale.high()),
        high ? std::max(value, m_scale.low()) : m_scale.high());
}

} // namespace dumpscope::gui
