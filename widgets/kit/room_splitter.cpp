// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/room_splitter.h"

#include <QEvent>

namespace dumpscope::gui {

RoomSplitter::RoomSplitter(int leastHeight, QList<int> shares, QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_leastHeight(leastHeight)
    , m_shares(std::move(shares))
{
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
}

void RoomSplitter::share()
{
    m_isMoved = false;
    keepShares();
}

/// Parts that were hidden or not laid out yet would take what their hints say.
void RoomSplitter::keepShares()
{
    constexpr int kUnit = 100; // only their ratio counts
    if (m_isMoved)
        return;
    QList<int> sizes;
    for (const int part : m_shares)
        sizes.append(part * kUnit);
    setSizes(sizes);
}

bool RoomSplitter::event(QEvent* event)
{
    const bool isDone = QSplitter::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        keepShares();
    return isDone;
}

void RoomSplitter::resizeEvent(QResizeEvent* event)
{
    const bool isLow = height() < m_leastHeight && width() > height();
    const Qt::Orientation wanted = isLow ? Qt::Horizontal : Qt::Vertical;
    if (orientation() != wanted) {
        setOrientation(wanted);
        m_isMoved = false;
    }
    QSplitter::resizeEvent(event);
    keepShares();
}

} // namespace dumpscope::gui
