// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/cell_map.h"

#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace dumpscope::gui {

CellMap::CellMap(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

QRectF CellMap::rectOf(const Place& place) const
{
    const QRectF all = room();
    const qreal x = all.width() / static_cast<qreal>(std::max<std::size_t>(columns(), 1));
    const qreal y = all.height() / static_cast<qreal>(std::max<std::size_t>(rows(), 1));
    return {all.left() + static_cast<qreal>(place.column) * x, all.top() + static_cast<qreal>(place.row) * y,
        x, y};
}

std::optional<CellMap::Place> CellMap::placeAt(const QPointF& point) const
{
    const QRectF first = rectOf({0, 0});
    const QPointF inside = point - first.topLeft();
    if (columns() == 0 || rows() == 0 || first.isEmpty() || inside.x() < 0 || inside.y() < 0)
        return std::nullopt;
    const Place place {static_cast<std::size_t>(inside.x() / first.width()),
        static_cast<std::size_t>(inside.y() / first.height())};
    return place.column < columns() && place.row < rows() ? std::optional(chosenOf(place)) : std::nullopt;
}

void CellMap::setCurrent(const Place& place)
{
    m_current = {std::min(place.column, std::max<std::size_t>(columns(), 1) - 1),
        std::min(place.row, std::max<std::size_t>(rows(), 1) - 1)};
    update();
}

// Of whole pixels and not too small: else the frame is painted over what is inside.
QRectF CellMap::frameAround(QRectF cell)
{
    constexpr int kLeastInside = 5;
    const double least = scaled(kLeastInside);
    const QPointF middle = cell.center();
    cell.setSize(cell.size().expandedTo({least, least}));
    cell.moveCenter(middle);
    return QRectF(cell.toAlignedRect()).adjusted(-1, -1, 1, 1);
}

void CellMap::paintFocus(QPainter& painter) const
{
    if (!hasFocus())
        return;
    paintFrame(painter, rectOf(m_current));
}

// The accent alone is not seen between cells of a similar colour.
void CellMap::paintFrame(QPainter& painter, const QRectF& cell) const
{
    const Theme& theme = Theme::of(this);
    const QRectF frame = frameAround(cell);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(Token::Base), 2));
    painter.drawRect(frame.adjusted(-2, -2, 2, 2));
    painter.setPen(QPen(theme.color(Token::Accent), 2));
    painter.drawRect(frame);
}

bool CellMap::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        if (const auto place = placeAt(help->pos()))
            QToolTip::showText(help->globalPos(), tipText(describe(*place) + u'\n' + clickText()), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void CellMap::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    if (!place || event->button() != Qt::LeftButton)
        return;
    setCurrent(*place);
    choose(*place);
}

void CellMap::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(placeAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void CellMap::move(qint64 byColumns, qint64 byRows)
{
    const auto moved = [](std::size_t at, qint64 by, std::size_t count) {
        const auto last = static_cast<qint64>(count) - 1;
        return static_cast<std::size_t>(
            std::clamp(static_cast<qint64>(at) + by, qint64 {0}, std::max(last, qint64 {0})));
    };
    setCurrent({moved(m_current.column, byColumns, columns()), moved(m_current.row, byRows, rows())});
    setAccessibleDescription(describe(m_current));
}

void CellMap::keyPressEvent(QKeyEvent* event)
{
    if (columns() == 0 || rows() == 0)
        return QWidget::keyPressEvent(event);
    const auto all = static_cast<qint64>(columns());
    switch (event->key()) {
    case Qt::Key_Left:
        return move(-1, 0);
    case Qt::Key_Right:
        return move(1, 0);
    case Qt::Key_Up:
        return move(0, -1);
    case Qt::Key_Down:
        return move(0, 1);
    case Qt::Key_Home:
        return move(-all, 0);
    case Qt::Key_End:
        return move(all, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return choose(m_current);
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace dumpscope::gui
