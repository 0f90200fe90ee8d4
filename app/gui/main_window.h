// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "action_tips.h"
#include "dock_focus.h"
#include "dock_layouts.h"
#include "dock_tab_bars.h"
#include "floating_docks.h"
#include "focus_ring.h"
#include "panel_dock.h"
#include "services.h"
#include "shown_command.h"
#include "status_line.h"
#include "window_menus.h"

#include <QMainWindow>
#include <QTimer>

class QStackedWidget;

namespace dumpscope::gui {

class NoticeBar;
class WindowToolBar;

/// The window: docks in arrangements, menus, toolbar, status bar. It arranges and connects; it holds
/// no data.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Services& services, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] PanelDock* dock(QByteArrayView panel) const { return findDock(m_docks, panel); }
    [[nodiscard]] const QList<PanelDock*>& docks() const { return m_docks; }
    [[nodiscard]] QByteArray arrangement() const;
    /// False for an id of no arrangement or one of which no panel exists.
    bool showArrangement(QByteArrayView id);
    void resetLayout();
    /// A dock by its title, in English or the language of the window, or a tab inside one by its English
    /// title; in upper or lower case. False if there is none.
    bool showTab(const QString& name);
    /// What that takes.
    [[nodiscard]] QStringList tabNames() const;
    void showDock(PanelDock* dock);
    /// Hides it when it has the focus, else shows it.
    void toggleDock(PanelDock* dock);
    /// Nothing is being read, computed or waiting to be painted.
    [[nodiscard]] bool isSettled() const;

    /// States of docks by arrangement, and back; broken ones are replaced by the default and reported.
    [[nodiscard]] QHash<QByteArray, QByteArray> saveLayouts() const;
    void restoreLayouts(const QHash<QByteArray, QByteArray>& layouts);
    /// For the menu "Recent": a path, or target and golden.
    void setRecent(const QList<QStringList>& entries) { m_menus.setRecent(entries); }
    void setStartPage(QWidget* page);
    /// A sentence for a few seconds, also to screen readers.
    void say(const QString& sentence) { m_status.say(sentence); }
    /// A sentence that stays, with something to do about it.
    [[nodiscard]] NoticeBar& notice() { return *m_notice; }

signals:
    void pathsDropped(const QStringList& paths);
    /// A line of dumpscope-cli whose state of the window is wanted.
    void reopenRequested(const QString& line);
    void openRecentRequested(const QStringList& paths);
    void closing();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QList<PanelDock*> newDocks();
    void connectDock(PanelDock* dock);
    void connectServices();
    void connectActions();
    void connectDockActions();
    void createStrips();
    void retranslate();
    void openSelected();
    void focusFilter();
    void showPinned(std::size_t place);
    void updateStartPage();
    void enterStartPage();
    void leaveStartPage();
    void refresh();
    [[nodiscard]] QString shownTitle() const;
    void refreshSoon(); ///< once, after what happens now
    [[nodiscard]] StatusLine::Sight sight() const;
    [[nodiscard]] const PanelDock* commandDock() const; ///< whose command is shown; null: nobody's
    void toggleMaximised(PanelDock* dock);

    Services& m_services;
    const Arrangement* m_arrangement = nullptr;
    bool m_isStarting = false; ///< the start page stands where the docks will be
    QStackedWidget* m_centre;
    NoticeBar* m_notice;
    ShownCommand m_command;
    QTimer m_later;
    QList<PanelDock*> m_docks;
    FloatingDocks m_floating;
    DockTabBars m_tabs;
    DockFocus m_focus;
    FocusRing m_ring;
    ActionTips m_tips;
    DockLayouts m_layouts;
    StatusLine m_status;
    WindowMenus m_menus;
    WindowToolBar* m_toolBar;
};

} // namespace dumpscope::gui
