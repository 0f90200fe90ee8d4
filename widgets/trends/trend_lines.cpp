// SPDX-License-Identifier: GPL-3.0-or-later
#include "trends/trend_lines.h"

#include "common/fonts.h"
#include "common/name_elision.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kLeastScaleWidth = 32, kFewPoints = 60;

} // namespace

TrendLines::TrendLines(QWidget* parent)
    : QWidget(parent)
{
    setMinimumSize(scaled(160), scaled(80));
    setAccessibleName(tr("Figure over the steps"));
}

void TrendLines::setContent(Content content)
{
    m_content = std::move(content);
    double low = HUGE_VAL, high = -HUGE_VAL;
    m_first = HUGE_VAL;
    m_last = -HUGE_VAL;
    for (const Line& line : m_content.lines) {
        for (const Point& point : line.points) {
            m_first = std::min(m_first, point.step);
            m_last = std::max(m_last, point.step);
            const bool hasPlace
                = std::isfinite(point.value) && (m_content.scale != ScaleKind::Log || point.value > 0);
            if (hasPlace) {
                low = std::min(low, point.value);
                high = std::max(high, point.value);
            }
        }
    }
    m_hasNumbers = low <= high;
    m_scale = ValueScale(m_content.scale, m_hasNumbers ? low : 0, m_hasNumbers ? high : 1);
    if (m_first > m_last) {
        m_first = 0;
        m_last = 1;
    }
    setAccessibleDescription(m_content.title);
    measureScale();
    update();
}

// Room above and below does not depend on it.
std::vector<ValueScale::Tick> TrendLines::ticks() const
{
    const QFontMetrics metrics(secondaryFont());
    return m_hasNumbers
        ? m_scale.ticks(std::max(2, static_cast<int>(room().height() / (2.0 * metrics.height()))))
        : std::vector<ValueScale::Tick>();
}

void TrendLines::measureScale()
{
    const QFontMetrics metrics(secondaryFont());
    m_scaleWidth = scaled(kLeastScaleWidth);
    for (const ValueScale::Tick& tick : ticks())
        m_scaleWidth = std::max(m_scaleWidth, metrics.horizontalAdvance(tick.text) + 2 * scaled(kSmall));
}

void TrendLines::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    measureScale();
}

QString TrendLines::emptyText()
{
    return tr("Choose a tensor in the map or a finding to see its figure over the steps.");
}

QRectF TrendLines::room() const
{
    const int height = QFontMetrics(secondaryFont()).height();
    return QRectF(rect()).adjusted(
        m_scaleWidth, height + scaled(kLarge), -scaled(kLarge), -height - scaled(kSmall));
}

double TrendLines::xOf(double step) const
{
    const QRectF area = room();
    return m_first == m_last ? area.center().x()
                             : area.left() + area.width() * (step - m_first) / (m_last - m_first);
}

double TrendLines::yOf(double value) const
{
    const QRectF area = room();
    return area.bottom() - area.height() * std::clamp(m_scale.position(value), 0.0, 1.0);
}

void TrendLines::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    painter.setFont(secondaryFont());
    if (m_content.lines.empty()) {
        painter.setPen(theme.color(Token::Secondary));
        const int margin = scaled(kLarge);
        painter.drawText(rect().adjusted(margin, margin, -margin, -margin),
            static_cast<int>(Qt::AlignCenter) | static_cast<int>(Qt::TextWordWrap), emptyText());
        return;
    }
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_content.step) {
        painter.setPen(QPen(theme.color(Token::Accent), 1, Qt::DashLine));
        painter.drawLine(
            QPointF(xOf(*m_content.step), room().top()), QPointF(xOf(*m_content.step), room().bottom()));
    }
    for (const bool isChosen : {false, true}) {
        for (const Line& line : m_content.lines) {
            if (line.isChosen == isChosen)
                paintLine(painter, line);
        }
    }
    if (m_content.lines.size() > 1)
        paintNames(painter);
}

void TrendLines::paintAxes(QPainter& painter) const
{
    const Theme& theme = Theme::of(this);
    const QFontMetrics metrics(secondaryFont());
    const QRectF area = room();
    painter.setPen(theme.color(Token::Text));
    const int titleRoom = width() - 2 * scaled(kMedium);
    painter.drawText(QPointF(scaled(kMedium), scaled(kTiny) + metrics.ascent()),
        elidedName(m_content.title, metrics, titleRoom));
    painter.setPen(theme.color(Token::Secondary));
    for (const ValueScale::Tick& tick : ticks()) {
        const double y = area.bottom() - area.height() * tick.position;
        painter.setPen(theme.color(Token::Grid));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.color(Token::Secondary));
        painter.drawText(
            QRectF(0, y - metrics.height() / 2.0, area.left() - scaled(kSmall), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    painter.setPen(theme.color(Token::AxisLine));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(theme.color(Token::Secondary));
    const double base = height() - metrics.descent() - 1;
    painter.drawText(QPointF(area.left(), base), QString::number(m_first, 'f', 0));
    painter.drawText(QRectF(area.left(), base - metrics.ascent(), area.width(), metrics.height()),
        Qt::AlignHCenter, tr("step"));
    const QString last = QString::number(m_last, 'f', 0);
    if (m_last > m_first)
        painter.drawText(QPointF(area.right() - metrics.horizontalAdvance(last), base), last);
}

/// At the right ends of the lines, the chosen one's always; names that would cover others are left out.
void TrendLines::paintNames(QPainter& painter) const
{
    const QFontMetrics metrics(secondaryFont());
    std::vector<QRectF> taken;
    for (const bool isChosen : {true, false}) {
        for (const Line& line : m_content.lines) {
            const auto last = std::ranges::find_if(line.points.rbegin(), line.points.rend(),
                [](const Point& point) { return std::isfinite(point.value); });
            if (line.isChosen != isChosen || line.name.isEmpty() || last == line.points.rend())
                continue;
            const double wide = std::min<double>(metrics.horizontalAdvance(line.name), room().width() / 3);
            const double top = std::clamp(yOf(last->value) - metrics.height(), room().top(),
                std::max(room().top(), room().bottom() - metrics.height()));
            const QRectF place(room().right() - wide, top, wide, metrics.height());
            if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(place); }))
                continue;
            taken.push_back(place);
            painter.setPen(colourOf(line));
            painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                elidedName(line.name, metrics, static_cast<int>(wide) + 1));
        }
    }
}

QColor TrendLines::colourOf(const Line& line) const
{
    return Theme::of(this).color(
        line.isChosen ? Token::Fail : (line.isOther ? Token::Golden : Token::Target));
}

void TrendLines::paintLine(QPainter& painter, const Line& line) const
{
    const Theme& theme = Theme::of(this);
    const QColor colour = colourOf(line);
    QPen pen(colour, line.isChosen ? 2.2 : 1.2);
    if (line.isOther)
        pen.setStyle(Qt::DashLine);
    QPainterPath path;
    bool isDrawing = false;
    std::vector<QPointF> dots, marks;
    for (const Point& point : line.points) {
        const bool hasPlace
            = std::isfinite(point.value) && (m_content.scale != ScaleKind::Log || point.value > 0);
        if (!hasPlace) {
            isDrawing = false;
            if (!std::isfinite(point.value))
                marks.emplace_back(xOf(point.step), room().top() - scaled(kSmall));
            continue;
        }
        const QPointF at(xOf(point.step), yOf(point.value));
        if (isDrawing)
            path.lineTo(at);
        else
            path.moveTo(at);
        isDrawing = true;
        dots.push_back(at);
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (static_cast<int>(line.points.size()) <= kFewPoints) {
        for (const QPointF& dot : dots)
            painter.drawEllipse(dot, 2, 2);
    }
    painter.setBrush(theme.color(Token::Nan));
    for (const QPointF& mark : marks) {
        const double half = scaled(kSmall);
        painter.drawPolygon(
            QPolygonF {{mark + QPointF(-half, -half), mark + QPointF(half, -half), mark + QPointF(0, half)}});
    }
}

void TrendLines::mousePressEvent(QMouseEvent* event)
{
    const QRectF area = room();
    if (event->button() != Qt::LeftButton || m_content.lines.empty() || area.width() <= 0)
        return;
    const double wanted = m_first + (event->position().x() - area.left()) / area.width() * (m_last - m_first);
    std::optional<double> nearest;
    for (const Line& line : m_content.lines) {
        for (const Point& point : line.points) {
            if (!line.isOther && (!nearest || std::abs(point.step - wanted) < std::abs(*nearest - wanted)))
                nearest = point.step;
        }
    }
    if (nearest)
        emit stepChosen(*nearest);
}

void TrendLines::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Figure over the steps"));
    if (event->type() == QEvent::FontChange)
        measureScale();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        update();
    QWidget::changeEvent(event);
}

std::vector<TrendLines::Line> trendLinesOf(const core::TrendCube& cube, const core::TrendColumn& figure,
    std::size_t row, std::optional<std::size_t> chosenRank, const QString& run)
{
    std::vector<TrendLines::Line> lines;
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
        const core::TrendCube::Range range = cube.series(row, rank);
        if (range.size() == 0)
            continue;
        const auto& number = cube.ranks()[rank];
        const QString name = number ? TrendLines::tr("rank %1").arg(*number) : QString();
        TrendLines::Line line {QStringList({run, name}).join(QLatin1Char(' ')).trimmed(), {}, !run.isEmpty(),
            chosenRank == rank};
        for (std::size_t cell = range.begin; cell < range.end; ++cell) {
            const std::uint32_t step = cube.cells()[cell].step;
            if (const auto value = figure.at(cell))
                line.points.push_back({static_cast<double>(cube.steps()[step].value_or(step)), *value});
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace dumpscope::gui
