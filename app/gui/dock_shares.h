// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QSize>
#include <QSizeF>

class QDockWidget;
class QMainWindow;

namespace dumpscope::gui {

/// What part of the window each dock has. A window that was squeezed gives its docks their parts back once
/// there is room again; left alone they would keep what their minimum sizes made of them.
class DockShares : public QObject {
    Q_OBJECT
public:
    explicit DockShares(QMainWindow& window);

    void watch(QDockWidget* dock);
    /// After the docks were laid out for a new size of the window.
    void followWindow();
    /// Before other docks are arranged.
    void forget() { m_shares.clear(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool hasRoom() const;
    void note(QDockWidget* dock);
    void noteAll();
    void giveBack();

    QMainWindow& m_window;
    QList<QDockWidget*> m_docks;
    QHash<QDockWidget*, QSizeF> m_shares;
    QSize m_laidOut; ///< the window's size that the docks stand in
    bool m_isSqueezed = false;
};

} // namespace dumpscope::gui
