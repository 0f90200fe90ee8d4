// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace dumpscope::gui {

class DockTabBars;
class PanelDock;

/// Docks that are put elsewhere, and be it to where they were, lose the focus to whatever comes next: it goes
/// back at the end, where its widget is still in sight.
class KeptFocus {
public:
    KeptFocus();
    ~KeptFocus();
    KeptFocus(const KeptFocus&) = delete;
    KeptFocus& operator=(const KeptFocus&) = delete;

private:
    QPointer<QWidget> m_widget;
};

/// Which dock has the keys, had them last, and is next.
class DockFocus : public QObject {
    Q_OBJECT
public:
    /// The docks live as long as this.
    DockFocus(const QList<PanelDock*>& docks, const DockTabBars& tabs);

    [[nodiscard]] PanelDock* focused() const;
    /// Which was focused last, or what stands in front of it; null if neither is to be seen.
    [[nodiscard]] PanelDock* lastShown() const;
    /// In reading order from the focused one; null: none is shown.
    [[nodiscard]] PanelDock* next(int direction) const;
    /// To what a user would go on with inside it: its content, not what filters or switches it.
    static void give(PanelDock& dock);
    /// Whether arrow keys move in what the widget shows; false for buttons, fields, tabs and words.
    [[nodiscard]] static bool isContent(const QWidget& widget);

signals:
    void moved();

private:
    const QList<PanelDock*>& m_docks;
    const DockTabBars& m_tabs;
    PanelDock* m_last = nullptr;
};

} // namespace dumpscope::gui
