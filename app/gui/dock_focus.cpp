// SPDX-License-Identifier: GPL-3.0-or-later
#include "dock_focus.h"

#include "dock_tab_bars.h"
#include "kit/message_page.h"
#include "panel_dock.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTabBar>
#include <QToolBar>

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// The first content of the panel in the order of Tab; else the first of all. Null: it takes no keys.
QWidget* contentOf(const Panel& panel)
{
    QWidget* first = nullptr;
    for (QWidget* widget = panel.nextInFocusChain(); widget && panel.isAncestorOf(widget);
         widget = widget->nextInFocusChain()) {
        if (!widget->isVisibleTo(&panel) || !widget->isEnabled()
            || (widget->focusPolicy() & Qt::TabFocus) == 0)
            continue;
        if (DockFocus::isContent(*widget))
            return widget;
        first = first ? first : widget;
    }
    return first;
}

} // namespace

KeptFocus::KeptFocus()
    : m_widget(QApplication::focusWidget())
{
}

KeptFocus::~KeptFocus()
{
    if (m_widget && m_widget->isVisible() && !m_widget->hasFocus())
        m_widget->setFocus(Qt::OtherFocusReason);
}

DockFocus::DockFocus(const QList<PanelDock*>& docks, const DockTabBars& tabs)
    : m_docks(docks)
    , m_tabs(tabs)
{
    connect(qApp, &QApplication::focusChanged, this, [this] {
        if (PanelDock* const now = focused(); now && std::exchange(m_last, now) != now)
            emit moved();
    });
}

PanelDock* DockFocus::focused() const
{
    const QWidget* const focus = QApplication::focusWidget();
    const auto found = std::find_if(m_docks.begin(), m_docks.end(),
        [focus](const PanelDock* dock) { return focus && dock->isAncestorOf(focus); });
    return found == m_docks.end() ? nullptr : *found;
}

PanelDock* DockFocus::lastShown() const
{
    PanelDock* const last = m_last ? m_tabs.inFrontOf(m_last) : nullptr;
    return last && last->isVisible() ? last : nullptr;
}

PanelDock* DockFocus::next(int direction) const
{
    QList<PanelDock*> shown;
    std::copy_if(m_docks.begin(), m_docks.end(), std::back_inserter(shown),
        [](const PanelDock* dock) { return dock->isVisible() && !dock->visibleRegion().isEmpty(); });
    std::sort(shown.begin(), shown.end(), [](const PanelDock* a, const PanelDock* b) {
        return std::pair(a->x(), a->y()) < std::pair(b->x(), b->y());
    });
    if (shown.isEmpty())
        return nullptr;
    return shown[(shown.indexOf(focused()) + direction + shown.size()) % shown.size()];
}

void DockFocus::give(PanelDock& dock)
{
    Panel* const panel = dock.panel();
    // A message gives the focus on to what comes in its place.
    auto* const message = panel->findChild<MessagePage*>();
    if (message && message->isVisibleTo(panel))
        message->setFocus(Qt::OtherFocusReason);
    else if (panel->focusProxy())
        panel->setFocus(Qt::OtherFocusReason);
    else if (QWidget* const inner = contentOf(*panel))
        inner->setFocus(Qt::OtherFocusReason);
}

bool DockFocus::isContent(const QWidget& widget)
{
    const auto isOneOf = [&widget](auto... metas) { return (metas->cast(&widget) || ...); };
    return !isOneOf(&QAbstractButton::staticMetaObject, &QLineEdit::staticMetaObject,
               &QComboBox::staticMetaObject, &QTabBar::staticMetaObject, &QAbstractSlider::staticMetaObject,
               &QAbstractSpinBox::staticMetaObject, &QLabel::staticMetaObject, &QToolBar::staticMetaObject)
        && widget.metaObject()
        != &QScrollArea::staticMetaObject; // moves what is in it, and is nothing itself
}

} // namespace dumpscope::gui
