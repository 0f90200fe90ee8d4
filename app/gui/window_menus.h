// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QMenu;
class QMenuBar;

namespace dumpscope::gui {

class ActionRegistry;
class PanelDock;
struct MenuInfo;

/// The menus of menu_table.h with what only the window knows: recent dumps and the docks.
class WindowMenus : public QObject {
    Q_OBJECT
public:
    /// The docks live as long as this.
    WindowMenus(QMenuBar& bar, ActionRegistry& actions, const QList<PanelDock*>& docks);

    /// A path, or target and golden.
    void setRecent(const QList<QStringList>& entries);
    void retranslate();

signals:
    void openRecentRequested(const QStringList& paths);

private:
    void add(const MenuInfo& info, QMenuBar& bar);
    void nameDocks();

    ActionRegistry& m_actions;
    const QList<PanelDock*>& m_docks;
    QList<QPair<QMenu*, const char*>> m_menus;
    QMenu *m_recent = nullptr, *m_dockMenu = nullptr;
};

} // namespace dumpscope::gui
