// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of floating docks when screens come and go.
#include "main_window.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// As much of it can be seen as it takes to drag it.
bool isReachable(const QWidget& dock)
{
    return QGuiApplication::screenAt(dock.frameGeometry().center()) != nullptr;
}

} // namespace

bool MainWindow::isOnScreen() const
{
    return std::all_of(m_docks.begin(), m_docks.end(), [](const PanelDock* dock) {
        return !dock->isVisible() || !dock->isFloating() || isReachable(*dock);
    });
}

void MainWindow::followScreens()
{
    // The screens are as they will be once control is back in the event loop.
    const auto later = [this] {
        QMetaObject::invokeMethod(
            this,
            [this] {
                for (PanelDock* dock : std::as_const(m_docks))
                    bringBack(dock);
            },
            Qt::QueuedConnection);
    };
    const auto watch = [this, later](QScreen* screen) {
        connect(screen, &QScreen::availableGeometryChanged, this, later);
    };
    for (QScreen* screen : QGuiApplication::screens())
        watch(screen);
    connect(qGuiApp, &QGuiApplication::screenAdded, this, watch);
    connect(qGuiApp, &QGuiApplication::screenRemoved, this, later);
}

void MainWindow::bringBack(PanelDock* dock)
{
    if (!dock->isVisible() || !dock->isFloating() || isReachable(*dock))
        return;
    const QRect room = screen()->availableGeometry();
    dock->resize(dock->size().boundedTo(room.size()));
    QRect frame = dock->frameGeometry();
    frame.moveCenter(room.center());
    dock->move(frame.topLeft());
}

} // namespace dumpscope::gui
