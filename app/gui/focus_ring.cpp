// SPDX-License-Identifier: GPL-3.0-or-later
#include "focus_ring.h"

#include "common/theme.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QScrollArea>

namespace dumpscope::gui {

namespace {

class Ring : public QWidget {
public:
    explicit Ring(QWidget* around)
        : QWidget(around)
    {
        setObjectName(QStringLiteral("focus-ring"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        around->installEventFilter(this);
        setGeometry(around->rect());
        raise();
        show();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            setGeometry(parentWidget()->rect());
        return QWidget::eventFilter(watched, event);
    }
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::ActivationChange)
            update();
        QWidget::changeEvent(event);
    }
    void paintEvent(QPaintEvent*) override
    {
        const int width = isActiveWindow() ? 2 : 1;
        QPainter painter(this);
        painter.setPen(
            QPen(Theme::of(this).color(Token::Accent), width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        const qreal half = width / 2.0;
        painter.drawRect(QRectF(rect()).adjusted(half, half, -half, -half));
    }
};

} // namespace

FocusRing::FocusRing()
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now) // else another program has the keys, and will give them back
            follow(now);
    });
}

void FocusRing::follow(QWidget* focus)
{
    // Plain scroll areas only move what is in them.
    auto* const around = focus->metaObject() == &QScrollArea::staticMetaObject
        ? nullptr
        : qobject_cast<QAbstractScrollArea*>(focus);
    if (m_ring && m_ring->parentWidget() == around)
        return;
    delete m_ring;
    // What pops up has a frame of its own.
    if (around && !(around->windowFlags() & Qt::Popup) && around->window()->windowType() != Qt::Popup)
        m_ring = new Ring(around);
}

} // namespace dumpscope::gui
