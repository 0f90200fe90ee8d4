// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QDockWidget;

namespace dumpscope::gui {

/// Docks that float where no screen is any more come back to the window's.
class FloatingDocks : public QObject {
    Q_OBJECT
public:
    explicit FloatingDocks(QWidget& window);

    /// The dock lives as long as this.
    void watch(QDockWidget* dock) { m_docks.append(dock); }
    /// None floats where it cannot be seen.
    [[nodiscard]] bool areReachable() const;
    void bringBack(QDockWidget* dock);

private:
    void bringAllBack();

    QWidget& m_window;
    QList<QDockWidget*> m_docks;
};

} // namespace dumpscope::gui
