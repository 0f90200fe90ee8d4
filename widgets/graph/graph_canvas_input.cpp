// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_canvas.h"

#include "common/spacing.h"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QToolTip>

#include <cmath>
#include <utility>

// What the canvas makes of mouse, keys and other events.
namespace dumpscope::gui {

namespace {

constexpr double kWheelStep = 1.0015, kKeyPan = 80;

} // namespace

void GraphCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_origin -= QPointF(turned.y(), turned.x()) / m_zoom;
        update();
        emit viewChanged();
    } else {
        zoomBy(std::pow(kWheelStep, turned.y()), event->position());
    }
    event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event)
{
    m_dragFrom = event->position();
    if (event->button() == Qt::LeftButton && m_hasMap && mapRect().contains(event->position())) {
        m_drag = Drag::Map;
        return moveByMap(event->position());
    }
    if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton)
        m_drag = Drag::Press;
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::Map)
        return moveByMap(event->position());
    const bool isFar
        = (event->position() - m_dragFrom).manhattanLength() >= QApplication::startDragDistance();
    if (m_drag == Drag::Press && isFar) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::None)
        return stubUnder(event->position()) ? setCursor(Qt::PointingHandCursor) : unsetCursor();
    if (m_drag != Drag::Pan)
        return;
    m_origin -= (event->position() - m_dragFrom) / m_zoom;
    m_dragFrom = event->position();
    update();
    emit viewChanged();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    unsetCursor();
    if (drag != Drag::Press || event->button() != Qt::LeftButton)
        return;
    if (const EdgeStub* const stub = stubUnder(event->position()))
        return chooseAndShow(m_picture->places[stub->other].item);
    const std::uint32_t at = placeUnder(event->position());
    if (at == core::ScopeTree::kNone)
        return;
    const Item item = m_picture->places[at].item;
    m_shown.choose(item);
    // The mark of folding is at the left of the name.
    const QRect rect = screenRect(at);
    const bool isOnMark = event->position().x() < rect.left() + scaled(22) * m_zoom
        && event->position().y() < rect.top() + scaled(30) * m_zoom;
    if (item.isScope && isOnMark)
        toggleFold();
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const std::uint32_t at = placeUnder(event->position());
    if (at == core::ScopeTree::kNone || event->button() != Qt::LeftButton)
        return;
    const Item item = m_picture->places[at].item;
    if (item.isScope)
        toggleFold();
    else
        emit opened(item.index);
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const std::uint32_t at = isKey ? currentPlace() : placeUnder(event->pos());
    if (at == core::ScopeTree::kNone)
        return;
    m_shown.choose(m_picture->places[at].item);
    emit menuRequested(isKey ? mapToGlobal(screenRect(at).center()) : event->globalPos());
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    const bool isPan = event->modifiers().testFlag(Qt::ControlModifier);
    const auto pan = [this](double x, double y) {
        m_origin += QPointF(x, y) / m_zoom;
        update();
        emit viewChanged();
    };
    switch (isPlain || isPan ? event->key() : 0) {
    case Qt::Key_Left:
        isPan ? pan(-kKeyPan, 0) : void(walk(Direction::Inputs));
        break;
    case Qt::Key_Right:
        isPan ? pan(kKeyPan, 0) : void(walk(Direction::Outputs));
        break;
    case Qt::Key_Up:
        isPan ? pan(0, -kKeyPan) : step(-1);
        break;
    case Qt::Key_Down:
        isPan ? pan(0, kKeyPan) : step(1);
        break;
    case Qt::Key_Escape:
        if (m_direction != Direction::Nowhere)
            followFlow(m_direction);
        else if (m_shown.focusHops())
            m_shown.showEverything();
        else
            return QWidget::keyPressEvent(event);
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    event->accept();
}

void GraphCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        layOut();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
        showMarks();
    QWidget::changeEvent(event);
}

bool GraphCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const std::uint32_t at = placeUnder(help->pos());
    if (const EdgeStub* const stub = stubUnder(help->pos()))
        QToolTip::showText(help->globalPos(), GraphPainter::stubText(m_shown, *m_picture, *stub), this);
    else if (at == core::ScopeTree::kNone || m_picture->places[at].isOpen)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip(at), this, screenRect(at));
    return true;
}

void GraphCanvas::resizeEvent(QResizeEvent* event)
{
    const QScopedValueRollback adapting(m_isAdapting, true);
    // What is in the middle stays there, and what is chosen in sight.
    if (event->oldSize().isValid() && m_picture) {
        const QRectF before(m_origin, QSizeF(event->oldSize()) / m_zoom);
        const QSizeF grown = QSizeF(event->size() - event->oldSize()) / m_zoom;
        m_origin -= QPointF(grown.width(), grown.height()) / 2;
        const std::uint32_t at = currentPlace();
        if (at != core::ScopeTree::kNone && before.intersects(GraphPainter::rectOf(m_picture->places[at])))
            ensureVisible(m_picture->places[at].item);
    }
    QWidget::resizeEvent(event);
    emit viewChanged();
}

void GraphCanvas::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    announce();
    update();
}

void GraphCanvas::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void GraphCanvas::announce()
{
    if (!QAccessible::isActive() || currentPlace() == core::ScopeTree::kNone)
        return;
    QAccessibleValueChangeEvent value(this, spokenCurrent());
    QAccessible::updateAccessibility(&value);
}

} // namespace dumpscope::gui
