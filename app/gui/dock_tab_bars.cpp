// SPDX-License-Identifier: GPL-3.0-or-later
#include "dock_tab_bars.h"

#include "common/icons.h"
#include "panel_dock.h"
#include "tab_corner.h"

#include <QMainWindow>
#include <QTabBar>

#include <algorithm>

namespace dumpscope::gui {

DockTabBars::DockTabBars(QMainWindow& window, const QList<PanelDock*>& docks)
    : m_window(window)
    , m_docks(docks)
{
}

QList<QTabBar*> DockTabBars::bars() const
{
    return m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
}

PanelDock* DockTabBars::dockOf(const QTabBar& bar, int tab) const
{
    const auto found = std::find_if(m_docks.begin(), m_docks.end(),
        [&](const PanelDock* dock) { return dock->windowTitle() == bar.tabText(tab); });
    return found == m_docks.end() ? nullptr : *found;
}

PanelDock* DockTabBars::inFrontOf(PanelDock* dock) const
{
    for (const QTabBar* bar : bars()) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (dockOf(*bar, tab) == dock)
                return dockOf(*bar, bar->currentIndex());
        }
    }
    return dock;
}

void DockTabBars::update()
{
    for (PanelDock* dock : m_docks) {
        // Hidden ones, as while a panel is maximised, have no tab.
        const QList<QDockWidget*> others = m_window.tabifiedDockWidgets(dock);
        dock->setTabbed(!dock->isFloating()
            && std::any_of(
                others.begin(), others.end(), [](const QDockWidget* one) { return !one->isHidden(); }));
    }
    for (QTabBar* bar : bars())
        decorate(*bar);
}

void DockTabBars::decorate(QTabBar& bar)
{
    bar.setDocumentMode(true);
    bar.setAccessibleName(tr("Panels"));
    bar.setExpanding(false);
    bar.setDrawBase(false);
    for (int tab = 0; tab < bar.count(); ++tab) {
        if (const PanelDock* const dock = dockOf(bar, tab))
            bar.setTabIcon(tab, icon(dock->info().icon));
    }
    auto* corner = bar.findChild<TabCorner*>();
    if (!corner) {
        corner = new TabCorner(&bar);
        connect(&bar, &QTabBar::currentChanged, this,
            [this, &bar, corner](int tab) { corner->follow(dockOf(bar, tab)); });
        // Sent before the tab comes to the front.
        connect(
            &bar, &QTabBar::tabBarClicked, this,
            [this, &bar](int tab) {
                if (PanelDock* const dock = dockOf(bar, tab); dock && tab == bar.currentIndex())
                    emit focusRequested(dock);
            },
            Qt::QueuedConnection);
        connect(&bar, &QTabBar::tabBarDoubleClicked, this, [this, &bar](int tab) {
            if (PanelDock* const dock = dockOf(bar, tab))
                emit maximiseRequested(dock);
        });
    }
    corner->retranslate();
    corner->follow(dockOf(bar, bar.currentIndex()));
}

PanelDock* DockTabBars::step(PanelDock& from, int direction)
{
    const auto move = [direction](QTabBar& bar) {
        bar.setCurrentIndex((bar.currentIndex() + direction + bar.count()) % bar.count());
    };
    const QList<QTabBar*> inner = from.findChildren<QTabBar*>();
    const auto last = std::find_if(inner.rbegin(), inner.rend(),
        [](const QTabBar* bar) { return bar->isVisible() && bar->count() > 1; });
    if (last != inner.rend()) {
        move(**last);
        return nullptr;
    }
    for (QTabBar* bar : bars()) {
        if (bar->isVisible() && dockOf(*bar, bar->currentIndex()) == &from) {
            move(*bar);
            return dockOf(*bar, bar->currentIndex());
        }
    }
    return nullptr;
}

} // namespace dumpscope::gui
