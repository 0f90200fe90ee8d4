// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/curves_plot.h"

#include "base/text.h"
#include "common/core_text.h"
#include "common/name_elision.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/verdict_words.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr double kLeastSight = 4;
constexpr int kTipName = 360; ///< width of a name in the tip

} // namespace

CurvesPlot::CurvesPlot(QWidget* parent)
    : QWidget(parent)
    , m_picture(m_content, size(), m_from, m_to, Theme::of(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(scaled(160), scaled(100));
    setAccessibleName(tr("Runs over execution order"));
}

void CurvesPlot::setCurves(
    std::shared_ptr<const core::RunCurves> curves, QStringList names, const QString& place)
{
    const bool isSame = m_content.curves->places.size() == curves->places.size() && m_content.place == place;
    m_content.curves = std::move(curves);
    m_content.names = std::move(names);
    m_content.place = place;
    m_hovered.reset();
    if (m_current && *m_current >= m_content.curves->places.size())
        m_current.reset();
    setLogarithmic(m_isLogarithmic);
    if (!isSame)
        fit();
}

void CurvesPlot::setLogarithmic(bool on)
{
    m_isLogarithmic = on;
    m_content.scales.clear();
    for (const core::RunCurves::Chart& chart : m_content.curves->charts)
        m_content.scales.push_back(core::CurveScale::of(chart, on));
    redraw();
}

void CurvesPlot::setCurrent(std::optional<std::size_t> place)
{
    m_current = place && *place < m_content.curves->places.size() ? place : std::nullopt;
    setAccessibleDescription(m_current ? describe(*m_current, std::nullopt) : QString());
    // What is chosen elsewhere is to be seen here.
    if (m_current) {
        const auto at = static_cast<double>(*m_current);
        const double sight = m_to - m_from;
        if (at < m_from || at > m_to)
            setRange(at - sight / 2, at + sight / 2);
    }
    update();
}

void CurvesPlot::fit()
{
    m_from = -0.5;
    m_to = std::max(0.5, static_cast<double>(m_content.curves->places.size()) - 0.5);
    redraw();
}

void CurvesPlot::setRange(double from, double to)
{
    const double least = -0.5,
                 most = std::max(0.5, static_cast<double>(m_content.curves->places.size()) - 0.5);
    const double sight = std::clamp(to - from, std::min(kLeastSight, most - least), most - least);
    m_from = std::clamp(from, least, most - sight);
    m_to = m_from + sight;
    redraw();
}

void CurvesPlot::redraw()
{
    m_pixmap = {};
    m_picture = CurvesPicture(m_content, size(), m_from, m_to, Theme::of(this));
    update();
}

void CurvesPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    if (m_pixmap.isNull()) {
        m_pixmap = QPixmap(size() * devicePixelRatioF());
        m_pixmap.setDevicePixelRatio(devicePixelRatioF());
        m_pixmap.fill(theme.color(Token::Base));
        if (m_content.curves->matrix && m_content.curves->matrix->golden
            && !m_content.curves->places.empty()) {
            QPainter drawing(&m_pixmap);
            m_picture.paint(drawing);
        }
    }
    painter.drawPixmap(0, 0, m_pixmap);
    const QRectF area = m_picture.area();
    const auto line = [&](std::optional<std::size_t> place, const QPen& pen) {
        if (!place)
            return;
        const double x = m_picture.xOf(static_cast<double>(*place));
        if (x < area.left() - 1 || x > area.right() + 1)
            return;
        painter.setPen(pen);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    };
    line(m_hovered, QPen(theme.color(Token::Secondary), 1, Qt::DotLine));
    line(m_current, QPen(theme.color(Token::Accent), 1.6));
    if (hasFocus()) {
        painter.setPen(QPen(theme.color(Token::Accent), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

QString CurvesPlot::describe(std::size_t place, std::optional<std::size_t> chart, bool isTip) const
{
    const auto named = [isTip](const QString& name) {
        return isTip ? elidedName(name, QFontMetrics(QToolTip::font()), scaled(kTipName)) : name;
    };
    const core::DumpIndex& index = *m_content.curves->matrix->golden;
    const core::TensorRow& tensor = index.tensor(m_content.curves->goldenAt(place));
    QStringList lines;
    if (tensor.execIndex != core::TensorRow::kNone)
        lines.append(QStringLiteral("#%1").arg(tensor.execIndex));
    if (tensor.opName.isValid())
        lines.append(named(shownName(index.text(tensor.opName))));
    lines.append(ioText(tensor));
    if (!m_content.place.isEmpty())
        lines.append(m_content.place);
    const core::RunCurves::Chart* const one = chart ? &m_content.curves->charts[*chart] : nullptr;
    const auto number = [place](const core::RunCurves::Curve& curve) {
        if (!std::isnan(curve.values[place]))
            return fromCore(core::numberText(curve.values[place]));
        const auto mark = std::ranges::lower_bound(
            curve.marks, place, {}, [](const core::RunCurves::Mark& at) { return std::size_t {at.place}; });
        if (mark == curve.marks.end() || mark->place != place)
            return tr("no number");
        return mark->edge == core::RunCurves::Edge::NaN   ? QStringLiteral("NaN")
            : mark->edge == core::RunCurves::Edge::PosInf ? QStringLiteral("+Inf")
                                                          : QStringLiteral("-Inf");
    };
    if (one)
        lines.append(fromCore(one->figure));
    if (one && one->golden)
        lines.append(m_picture.nameOf(std::nullopt) + QStringLiteral(": ") + number(*one->golden));
    for (std::size_t target = 0; target < static_cast<std::size_t>(m_content.names.size()); ++target) {
        const auto verdict = m_content.curves->verdict(place, target);
        QString words = named(shownName(m_picture.nameOf(target))) + QStringLiteral(": ");
        if (one && verdict)
            words += number(one->targets[target]) + QStringLiteral(" · ");
        lines.append(words + (verdict ? verdictText(*verdict) : stateWord(State::Unpaired)));
    }
    return lines.join(u'\n');
}

bool CurvesPlot::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const auto place = m_picture.placeAt(help->pos());
    QToolTip::showText(help->globalPos(),
        place ? tipText(describe(*place, m_picture.chartAt(help->pos()), true)) : QString(), this);
    return true;
}

void CurvesPlot::resizeEvent(QResizeEvent*)
{
    redraw();
}

void CurvesPlot::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_pressedFrom = m_from;
    m_isDragging = false;
}

void CurvesPlot::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF way = event->position() - m_pressed;
    if (event->buttons().testFlag(Qt::LeftButton) && (m_isDragging || way.manhattanLength() > 4)) {
        m_isDragging = true;
        const double sight = m_to - m_from;
        const double from = m_pressedFrom - way.x() / m_picture.area().width() * sight;
        setRange(from, from + sight);
        return;
    }
    const auto place = m_picture.placeAt(event->position());
    if (place == m_hovered)
        return;
    m_hovered = place;
    update();
}

void CurvesPlot::mouseReleaseEvent(QMouseEvent* event)
{
    const auto place = m_picture.placeAt(event->position());
    if (!m_isDragging && event->button() == Qt::LeftButton && place)
        emit placeChosen(static_cast<quint32>(*place));
    m_isDragging = false;
}

void CurvesPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        fit();
}

void CurvesPlot::leaveEvent(QEvent*)
{
    m_hovered.reset();
    update();
}

void CurvesPlot::wheelEvent(QWheelEvent* event)
{
    const double at = m_from
        + std::clamp((event->position().x() - m_picture.area().left()) / m_picture.area().width(), 0.0, 1.0)
            * (m_to - m_from);
    const double factor = std::pow(0.85, event->angleDelta().y() / 120.0);
    setRange(at - (at - m_from) * factor, at + (m_to - at) * factor);
    event->accept();
}

void CurvesPlot::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (m_content.curves->places.empty() || (by == 0 && event->key() != Qt::Key_Return))
        return QWidget::keyPressEvent(event);
    if (by == 0) {
        if (m_current)
            emit placeOpened(static_cast<quint32>(*m_current));
        return;
    }
    const auto last = static_cast<std::ptrdiff_t>(m_content.curves->places.size()) - 1;
    const std::ptrdiff_t now = m_current ? static_cast<std::ptrdiff_t>(*m_current) : by > 0 ? -1 : last + 1;
    emit placeChosen(static_cast<quint32>(std::clamp(now + by, std::ptrdiff_t {0}, last)));
}

void CurvesPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Runs over execution order"));
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange
        || event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        redraw();
    QWidget::changeEvent(event);
}

} // namespace dumpscope::gui
