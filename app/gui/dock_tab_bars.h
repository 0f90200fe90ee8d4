// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMainWindow;
class QTabBar;

namespace dumpscope::gui {

class PanelDock;

/// The tabs of docks that share a place. QMainWindow makes their bars itself, without icons and buttons.
class DockTabBars : public QObject {
    Q_OBJECT
public:
    /// The docks live as long as this.
    DockTabBars(QMainWindow& window, const QList<PanelDock*>& docks);

    /// After docks, their titles or the palette changed.
    void update();
    /// Of the tabs a dock stands among; itself where it stands alone.
    [[nodiscard]] PanelDock* inFrontOf(PanelDock* dock) const;
    /// To another tab, of those inside the dock, else of those it stands among; the dock then in front, if it
    /// is another one.
    PanelDock* step(PanelDock& from, int direction);

signals:
    void focusRequested(PanelDock* dock);
    void maximiseRequested(PanelDock* dock);

private:
    [[nodiscard]] QList<QTabBar*> bars() const;
    [[nodiscard]] PanelDock* dockOf(const QTabBar& bar, int tab) const;
    void decorate(QTabBar& bar);

    QMainWindow& m_window;
    const QList<PanelDock*>& m_docks;
};

} // namespace dumpscope::gui
