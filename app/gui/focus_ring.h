// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace dumpscope::gui {

/// The ring inside the list, table or text that has the keys (docs/window.md 8.7): what scrolls paints none
/// itself, since its rows cover all of it. Follows the focus of the program; clicks go through it.
class FocusRing : public QObject {
    Q_OBJECT
public:
    FocusRing();

    /// Null: nothing that scrolls has the focus.
    [[nodiscard]] QWidget* shown() const { return m_ring; }

private:
    void follow(QWidget* focus);

    QPointer<QWidget> m_ring; ///< child of what it is around
};

} // namespace dumpscope::gui
