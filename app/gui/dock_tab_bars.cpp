// SPDX-License-Identifier: GPL-3.0-or-later
#include "dock_tab_bars.h"

#include "common/icons.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "panel_dock.h"
#include "tab_corner.h"

#include <QEvent>
#include <QMainWindow>
#include <QTabBar>

#include <algorithm>
#include <functional>

namespace dumpscope::gui {

namespace {

/// Names are not cut while icons take room from them.
void giveIcons(QTabBar& bar, const std::function<const PanelDock*(int)>& dockOf)
{
    const bool hasIcons = bar.count() > 0 && !bar.tabIcon(0).isNull();
    const int each = bar.iconSize().width() + scaled(kMedium);
    const int names = bar.sizeHint().width() - (hasIcons ? bar.count() * each : 0);
    const bool wantsIcons = names + bar.count() * each <= bar.width();
    for (int tab = 0; tab < bar.count(); ++tab) {
        const PanelDock* const dock = dockOf(tab);
        if (!wantsIcons && !bar.tabIcon(tab).isNull())
            bar.setTabIcon(tab, QIcon());
        else if (wantsIcons && dock)
            bar.setTabIcon(tab, icon(dock->info().icon));
    }
}

} // namespace

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
    const auto showIcons
        = [this, &bar] { giveIcons(bar, [this, &bar](int tab) { return dockOf(bar, tab); }); };
    showIcons();
    auto* corner = bar.findChild<TabCorner*>();
    if (!corner) {
        corner = new TabCorner(&bar);
        onChange(&bar, {QEvent::Resize}, showIcons);
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
