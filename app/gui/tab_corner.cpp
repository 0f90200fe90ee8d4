// SPDX-License-Identifier: GPL-3.0-or-later
#include "tab_corner.h"

#include "panel_dock.h"

#include "common/icons.h"
#include "common/spacing.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QTabBar>
#include <QToolButton>

namespace dumpscope::gui {

TabCorner::TabCorner(QTabBar* bar)
    : QWidget(bar)
    , m_bar(bar)
    , m_row(new QHBoxLayout(this))
    , m_maximise(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    m_row->setContentsMargins(scaledMargins(0, 0, 2, 0));
    m_row->setSpacing(scaled(2));
    for (QToolButton* button : {m_maximise, m_close}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus); // F11 and the menu do the same
        m_row->addWidget(button);
    }
    m_maximise->setIcon(icon("maximise"));
    m_close->setIcon(icon("close"));
    connect(m_maximise, &QToolButton::clicked, this, [this] {
        if (m_dock)
            emit m_dock->maximiseRequested();
    });
    connect(m_close, &QToolButton::clicked, this, [this] {
        if (m_dock)
            m_dock->close();
    });
    bar->installEventFilter(this);
    retranslate();
}

void TabCorner::follow(PanelDock* dock)
{
    if (m_dock != dock) {
        m_dock = dock;
        qDeleteAll(std::exchange(m_own, {}));
        for (QAction* action : dock ? dock->panel()->titleActions() : QList<QAction*>()) {
            auto* const button = new QToolButton(this);
            button->setDefaultAction(action);
            button->setAutoRaise(true);
            button->setFocusPolicy(Qt::NoFocus);
            m_row->insertWidget(static_cast<int>(m_own.size()), button);
            m_own.append(button);
        }
    }
    settle();
}

void TabCorner::retranslate()
{
    m_maximise->setToolTip(PanelDock::tr("Maximise panel"));
    m_close->setToolTip(PanelDock::tr("Close panel"));
    for (QToolButton* button : {m_maximise, m_close})
        button->setAccessibleName(button->toolTip());
}

void TabCorner::settle()
{
    const QSize size = sizeHint();
    const int tabsEnd = m_bar->count() > 0 ? m_bar->tabRect(m_bar->count() - 1).right() : 0;
    // Tabs that do not fit have arrows there.
    setVisible(m_dock && tabsEnd + size.width() < m_bar->width());
    setGeometry(m_bar->width() - size.width(), 0, size.width(), m_bar->height());
}

bool TabCorner::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_bar && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        settle();
    return QWidget::eventFilter(watched, event);
}

} // namespace dumpscope::gui
