// SPDX-License-Identifier: GPL-3.0-or-later
#include "floating_docks.h"

#include <QDockWidget>
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

FloatingDocks::FloatingDocks(QWidget& window)
    : m_window(window)
{
    // The screens are as they will be once control is back in the event loop.
    const auto later
        = [this] { QMetaObject::invokeMethod(this, &FloatingDocks::bringAllBack, Qt::QueuedConnection); };
    const auto watchScreen = [this, later](QScreen* screen) {
        connect(screen, &QScreen::availableGeometryChanged, this, later);
    };
    for (QScreen* screen : QGuiApplication::screens())
        watchScreen(screen);
    connect(qGuiApp, &QGuiApplication::screenAdded, this, watchScreen);
    connect(qGuiApp, &QGuiApplication::screenRemoved, this, later);
}

bool FloatingDocks::areReachable() const
{
    return std::all_of(m_docks.begin(), m_docks.end(), [](const QDockWidget* dock) {
        return !dock->isVisible() || !dock->isFloating() || isReachable(*dock);
    });
}

void FloatingDocks::bringAllBack()
{
    for (QDockWidget* dock : std::as_const(m_docks))
        bringBack(dock);
}

void FloatingDocks::bringBack(QDockWidget* dock)
{
    if (!dock->isVisible() || !dock->isFloating() || isReachable(*dock))
        return;
    const QRect room = m_window.screen()->availableGeometry();
    dock->resize(dock->size().boundedTo(room.size() - (dock->frameGeometry().size() - dock->size())));
    QRect frame = dock->frameGeometry();
    frame.moveCenter(room.center());
    dock->move(frame.topLeft());
}

} // namespace dumpscope::gui
