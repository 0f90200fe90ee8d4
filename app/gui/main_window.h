// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arrangement.h"
#include "panel_dock.h"
#include "services.h"

#include <QHash>
#include <QMainWindow>
#include <QTimer>

class QActionGroup;
class QLabel;
class QMenu;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace dumpscope::gui {

class CommandStrip;
class DockShares;
class GoToField;
class NoticeBar;
class TaskStrip;

/// The window: docks in arrangements, menus, toolbar, status bar. It arranges and connects; it holds
/// no data.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Services& services, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] PanelDock* dock(QByteArrayView panel) const;
    [[nodiscard]] const QList<PanelDock*>& docks() const { return m_docks; }
    [[nodiscard]] QByteArray arrangement() const;
    /// False for an id of no arrangement or one of which no panel exists.
    bool showArrangement(QByteArrayView id);
    void resetLayout();
    /// A tab by its English title in lower case: a dock, or a tab inside one; false if there is none.
    bool showTab(const QString& name);
    void showDock(PanelDock* dock);
    /// Hides it when it has the focus, else shows it.
    void toggleDock(PanelDock* dock);
    /// Nothing is being read, computed or waiting to be painted.
    [[nodiscard]] bool isSettled() const;

    /// States of docks by arrangement, and back; broken ones are replaced by the default and reported.
    [[nodiscard]] QHash<QByteArray, QByteArray> saveLayouts();
    void restoreLayouts(const QHash<QByteArray, QByteArray>& layouts);
    /// For the menu "Recent": a path, or target and golden.
    void setRecent(const QList<QStringList>& entries);
    void setStartPage(QWidget* page);
    /// A sentence for a few seconds, also to screen readers.
    void say(const QString& sentence);
    /// A sentence that stays, with something to do about it.
    [[nodiscard]] NoticeBar& notice() { return *m_notice; }

signals:
    void pathsDropped(const QStringList& paths);
    /// A line of dumpscope-cli whose state of the window is wanted.
    void reopenRequested(const QString& line);
    void openRecentRequested(const QStringList& paths);
    void closing();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void createDocks();
    void createMenus();
    void createToolBar();
    void createStatusBar();
    void createStrips();
    void connectActions();
    void retranslate();
    void applyDefault(const Arrangement& arrangement);
    void hideAllDocks();
    void adaptToWidth();
    void foldSideColumns();
    [[nodiscard]] bool isNarrow() const;
    void updateTabs();
    void decorateTabBars();
    [[nodiscard]] PanelDock* dockOf(const QTabBar& bar, int tab) const;
    /// Of the tabs it stands among; itself where it stands alone.
    [[nodiscard]] PanelDock* inFrontOf(PanelDock* dock) const;
    void focusPanel(PanelDock* dock);
    void showPinned(std::size_t place);
    void updateStartPage();
    void updateStatus();
    void updateCommand();
    void updateCommandSoon(); ///< once, after what happens now
    [[nodiscard]] QString commandLine() const;
    void toggleMaximised(PanelDock* dock);
    void cyclePanel(int direction);
    void stepTab(int direction);
    [[nodiscard]] PanelDock* focusedDock() const;
    /// Which was focused last, while it is to be seen; else what stands in front of its place.
    [[nodiscard]] PanelDock* frontDock() const;
    [[nodiscard]] bool isOnScreen() const;
    /// Docks that float where no screen is any more come back to the window's.
    void followScreens();
    void bringBack(PanelDock* dock);

    Services& m_services;
    QList<PanelDock*> m_docks;
    PanelDock* m_lastFocused = nullptr;
    DockShares* m_shares = nullptr;
    QHash<QByteArray, QByteArray> m_layouts; ///< saveState per arrangement
    const Arrangement* m_arrangement = nullptr;
    QByteArray m_beforeMaximised; ///< empty: nothing is maximised
    QActionGroup* m_switch = nullptr;
    QList<QPair<QMenu*, const char*>> m_menus;
    QMenu* m_recent = nullptr;
    QMenu* m_dockMenu = nullptr;
    QToolBar* m_toolBar = nullptr;
    QStackedWidget* m_centre = nullptr;
    NoticeBar* m_notice = nullptr;
    CommandStrip* m_strip = nullptr;
    TaskStrip* m_tasks = nullptr;
    GoToField* m_goTo = nullptr;
    QLabel *m_probe = nullptr, *m_facts = nullptr, *m_counts = nullptr, *m_hidden = nullptr;
    QToolButton *m_problems = nullptr, *m_command = nullptr;
    QTimer m_commandLater;
    bool m_arranging = false, m_isFolded = false, m_isSmall = false;
    bool m_isLeaving = false;  ///< for the start page: layouts are saved already
    bool m_isStarting = false; ///< the start page stands where the docks will be
};

} // namespace dumpscope::gui
