// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QHBoxLayout;
class QTabBar;
class QToolButton;

namespace dumpscope::gui {

class PanelDock;

/// What the title of a lone dock offers, at the right end of the tabs that stand for several: the actions of
/// the panel in front, maximise, close. Goes where there is no room beside the tabs.
class TabCorner : public QWidget {
    Q_OBJECT
public:
    /// Belongs to the bar.
    explicit TabCorner(QTabBar* bar);
    /// The dock in front; null: none.
    void follow(PanelDock* dock);
    void retranslate();
    /// To its place, after the tabs changed.
    void settle();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QTabBar* m_bar;
    QPointer<PanelDock> m_dock;
    QHBoxLayout* m_row;
    QList<QToolButton*> m_own;
    QToolButton *m_maximise, *m_close;
};

} // namespace dumpscope::gui
