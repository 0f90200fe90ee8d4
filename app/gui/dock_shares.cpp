// SPDX-License-Identifier: GPL-3.0-or-later
#include "dock_shares.h"

#include "common/spacing.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QTabBar>

#include <utility>

namespace dumpscope::gui {

namespace {

/// From this size on no minimum size of a panel decides.
constexpr QSize kRoomy(1150, 750);

/// One that takes part in sharing: not a tab behind another.
bool isShown(const QDockWidget& dock)
{
    return dock.isVisible() && !dock.isFloating() && !dock.visibleRegion().isEmpty();
}

} // namespace

DockShares::DockShares(QMainWindow& window)
    : QObject(&window)
    , m_window(window)
{
}

void DockShares::watch(QDockWidget* dock)
{
    m_docks.append(dock);
    dock->installEventFilter(this);
}

bool DockShares::hasRoom() const
{
    return m_window.width() >= scaled(kRoomy.width()) && m_window.height() >= scaled(kRoomy.height());
}

bool DockShares::eventFilter(QObject* watched, QEvent* event)
{
    // A dock that changes while the window does not was changed by the user or an arrangement.
    // At first it is sized before it is seen.
    const bool isPlaced = event->type() == QEvent::Resize || event->type() == QEvent::Paint;
    if (isPlaced && m_window.size() == m_laidOut && hasRoom() && !m_isSqueezed)
        note(static_cast<QDockWidget*>(watched));
    return QObject::eventFilter(watched, event);
}

void DockShares::followWindow()
{
    m_laidOut = m_window.size();
    if (!hasRoom())
        m_isSqueezed = true;
    else if (m_isSqueezed) // panels say first what they need in a window of this size
        QMetaObject::invokeMethod(this, &DockShares::giveBack, Qt::QueuedConnection);
    else
        noteAll();
}

void DockShares::noteAll()
{
    for (QDockWidget* dock : std::as_const(m_docks))
        note(dock);
}

void DockShares::note(QDockWidget* dock)
{
    if (isShown(*dock))
        m_shares[dock]
            = {double(dock->width()) / m_laidOut.width(), double(dock->height()) / m_laidOut.height()};
}

void DockShares::giveBack()
{
    if (!hasRoom() || !std::exchange(m_isSqueezed, false))
        return;
    QList<QDockWidget*> docks;
    QList<int> widths, heights;
    const auto* const bar = m_window.findChild<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
    for (auto share = m_shares.cbegin(); share != m_shares.cend(); ++share) {
        if (!isShown(*share.key()) || m_window.dockWidgetArea(share.key()) == Qt::NoDockWidgetArea)
            continue;
        docks.append(share.key());
        widths.append(qRound(share->width() * m_laidOut.width()));
        // Where there are tabs, theirs is asked for, too.
        const int tabs = bar && !m_window.tabifiedDockWidgets(share.key()).isEmpty() ? bar->height() : 0;
        heights.append(qRound(share->height() * m_laidOut.height()) + tabs);
    }
    m_window.resizeDocks(docks, widths, Qt::Horizontal);
    m_window.resizeDocks(docks, heights, Qt::Vertical);
    noteAll();
}

} // namespace dumpscope::gui
