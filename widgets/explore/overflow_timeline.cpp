// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/overflow_timeline.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <map>

namespace dumpscope::gui {

namespace {
constexpr int kLabels = 70, kHead = 22, kRow = 26, kMarkWidth = 3;
}

OverflowTimeline::OverflowTimeline(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Records over ranks and steps"));
}

void OverflowTimeline::setMarks(std::vector<Mark> marks)
{
    m_marks = std::move(marks);
    m_ranks.clear();
    m_steps.clear();
    std::map<std::pair<int, int>, std::vector<std::size_t>> cells;
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const Mark& mark = m_marks[i];
        if (!m_ranks.contains(mark.rank))
            m_ranks.append(mark.rank);
        if (!m_steps.contains(mark.step))
            m_steps.append(mark.step);
        cells[{static_cast<int>(m_ranks.indexOf(mark.rank)), static_cast<int>(m_steps.indexOf(mark.step))}]
            .push_back(i);
    }
    m_places.assign(m_marks.size(), 0.5);
    // Order within a step tells more than the distance in time.
    for (auto& [cell, inside] : cells) {
        std::stable_sort(inside.begin(), inside.end(),
            [this](std::size_t a, std::size_t b) { return m_marks[a].time < m_marks[b].time; });
        for (std::size_t i = 0; i < inside.size(); ++i)
            m_places[inside[i]] = (static_cast<double>(i) + 1) / (static_cast<double>(inside.size()) + 1);
    }
    m_current = -1;
    updateGeometry();
    update();
}

void OverflowTimeline::setCurrent(int item)
{
    m_current = item;
    for (const Mark& mark : m_marks) {
        if (mark.item == item)
            setAccessibleDescription(mark.rank + QLatin1Char(' ') + mark.step);
    }
    update();
}

int OverflowTimeline::rowHeightHere() const
{
    return scaled(kRow);
}

QSize OverflowTimeline::minimumSizeHint() const
{
    return {scaled(200), heightOf(static_cast<int>(m_ranks.size()))};
}

int OverflowTimeline::heightOf(int rows) const
{
    return scaled(kHead) + rowHeightHere() * std::max(rows, 1);
}

QSize OverflowTimeline::sizeHint() const
{
    return minimumSizeHint();
}

QRectF OverflowTimeline::box(int rank, int step) const
{
    const double width
        = (this->width() - scaled(kLabels) - scaled(8)) / std::max(1.0, static_cast<double>(m_steps.size()));
    return {scaled(kLabels) + step * width + 1.5, scaled(kHead) + rank * rowHeightHere() + 2.5, width - 3,
        rowHeightHere() - 6.0};
}

QRectF OverflowTimeline::markAt(std::size_t mark) const
{
    const QRectF inside = box(static_cast<int>(m_ranks.indexOf(m_marks[mark].rank)),
        static_cast<int>(m_steps.indexOf(m_marks[mark].step)));
    return {inside.left() + m_places[mark] * inside.width() - kMarkWidth / 2.0, inside.top() + 2,
        static_cast<double>(kMarkWidth), inside.height() - 4};
}

void OverflowTimeline::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    painter.setFont(secondaryFont());
    painter.setPen(theme.color(Token::Secondary));
    for (int step = 0; step < m_steps.size(); ++step) {
        const QRectF first = box(0, step);
        painter.drawText(QRectF(first.left(), 0, first.width(), scaled(kHead)), Qt::AlignCenter,
            painter.fontMetrics().elidedText(
                m_steps[step], Qt::ElideMiddle, static_cast<int>(first.width())));
    }
    for (int rank = 0; rank < m_ranks.size(); ++rank) {
        painter.setPen(theme.color(Token::Text));
        painter.drawText(QRectF(scaled(8), box(rank, 0).top(), scaled(kLabels), box(rank, 0).height()),
            Qt::AlignVCenter | Qt::AlignLeft, m_ranks[rank]);
        for (int step = 0; step < m_steps.size(); ++step) {
            painter.setPen(theme.color(Token::Border));
            painter.setBrush(theme.color(Token::Alternate));
            painter.drawRect(box(rank, step));
        }
    }
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        painter.fillRect(markAt(i), theme.color(Token::Fail));
        if (m_marks[i].item == m_current) {
            painter.setPen(QPen(theme.color(Token::Accent), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(markAt(i).adjusted(-3, -2, 3, 2));
        }
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.color(Token::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void OverflowTimeline::mousePressEvent(QMouseEvent* event)
{
    double nearest = scaled(14);
    int chosen = -1;
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const QRectF mark = markAt(i);
        const double distance = std::abs(mark.center().x() - event->position().x());
        if (mark.top() - 4 <= event->position().y() && event->position().y() <= mark.bottom() + 4
            && distance < nearest) {
            nearest = distance;
            chosen = m_marks[i].item;
        }
    }
    if (chosen >= 0)
        emit itemChosen(chosen);
}

void OverflowTimeline::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (by == 0 || m_marks.empty())
        return QWidget::keyPressEvent(event);
    int at = -1;
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        at = m_marks[i].item == m_current ? static_cast<int>(i) : at;
    emit itemChosen(
        m_marks[static_cast<std::size_t>(std::clamp(at + by, 0, static_cast<int>(m_marks.size()) - 1))].item);
}

bool OverflowTimeline::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        for (std::size_t i = 0; i < m_marks.size(); ++i) {
            if (markAt(i).adjusted(-4, -4, 4, 4).contains(help->pos()))
                QToolTip::showText(
                    help->globalPos(), m_marks[i].rank + QLatin1Char(' ') + m_marks[i].step, this);
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace dumpscope::gui
