// SPDX-License-Identifier: GPL-3.0-or-later
#include "window_menus.h"

#include "common/actions.h"
#include "common/plain_text.h"
#include "menu_table.h"
#include "panel_dock.h"

#include <QMenuBar>

namespace dumpscope::gui {

WindowMenus::WindowMenus(QMenuBar& bar, ActionRegistry& actions, const QList<PanelDock*>& docks)
    : m_actions(actions)
    , m_docks(docks)
{
    for (const MenuInfo& info : menuTable())
        add(info, bar);
    for (PanelDock* dock : docks)
        m_dockMenu->addAction(dock->toggleViewAction());
    connect(m_dockMenu, &QMenu::aboutToShow, this, &WindowMenus::nameDocks);
    setRecent({});
}

void WindowMenus::add(const MenuInfo& info, QMenuBar& bar)
{
    QMenu* const top = bar.addMenu(QString());
    m_menus.append({top, info.title});
    QMenu* menu = top;
    for (const char* entry : info.entries) {
        const QByteArrayView text(entry);
        if (text == "-") {
            menu->addSeparator();
        } else if (text == "<") {
            menu = top;
        } else if (text.startsWith('>')) {
            menu = top->addMenu(QString());
            m_menus.append({menu, entry});
        } else if (text == "*recent") {
            m_recent = menu;
        } else if (text == "*docks") {
            m_dockMenu = menu;
        } else if (QAction* const action = m_actions.action(text)) {
            menu->addAction(action);
        }
    }
}

// The key belongs to another action: that one shows what is behind a tab, this one does not.
void WindowMenus::nameDocks()
{
    for (PanelDock* dock : m_docks) {
        const QKeySequence key = m_actions.action(dock->keyAction())->shortcut();
        dock->toggleViewAction()->setText(
            dock->windowTitle() + QLatin1Char('\t') + key.toString(QKeySequence::NativeText));
    }
}

void WindowMenus::setRecent(const QList<QStringList>& entries)
{
    m_recent->clear();
    for (const QStringList& paths : entries)
        m_recent->addAction(menuText(paths.join(QStringLiteral(" ⇄ "))), this,
            [this, paths] { emit openRecentRequested(paths); });
    m_recent->menuAction()->setEnabled(!entries.isEmpty());
}

void WindowMenus::retranslate()
{
    for (const auto& [menu, title] : std::as_const(m_menus)) {
        const QString text = QCoreApplication::translate("Menus", title);
        menu->setTitle(text.startsWith(QLatin1Char('>')) ? text.sliced(1) : text);
    }
}

} // namespace dumpscope::gui
