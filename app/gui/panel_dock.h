// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kit/panel.h"

#include <QDockWidget>

class QLabel;
class QToolButton;

namespace dumpscope::gui {

class IconLabel;

/// A panel in the window's frame: a title of its own where it stands alone, none where tabs name it.
class PanelDock : public QDockWidget {
    Q_OBJECT
public:
    PanelDock(const PanelInfo& info, Panel* panel, QWidget* parent);

    [[nodiscard]] Panel* panel() const { return m_panel; }
    [[nodiscard]] const PanelInfo& info() const { return m_info; }
    /// The action that shows and hides it by a key: by number for the first nine, else by the panel's name.
    [[nodiscard]] QByteArray keyAction() const;
    /// Hides the title while the dock is one of several tabs. Call after the layout changed.
    void setTabbed(bool tabbed);
    void retranslate();

signals:
    void maximiseRequested();
    void closed(); ///< by the user; the window hides docks for its own reasons, too

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    PanelInfo m_info;
    Panel* m_panel;
    QWidget* m_title;
    QWidget* m_noTitle;
    IconLabel* m_icon;
    QLabel* m_label;
    QToolButton* m_maximise;
    QToolButton* m_close;
};

/// Null if there is none of this panel.
[[nodiscard]] PanelDock* findDock(const QList<PanelDock*>& docks, QByteArrayView panel);

} // namespace dumpscope::gui
