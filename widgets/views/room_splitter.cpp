// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/room_splitter.h"

namespace dumpscope::gui {

RoomSplitter::RoomSplitter(int leastHeight, QList<int> shares, QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_leastHeight(leastHeight)
    , m_shares(std::move(shares))
{
    setChildrenCollapsible(false);
}

void RoomSplitter::resizeEvent(QResizeEvent* event)
{
    const bool isLow = height() < m_leastHeight && width() > height();
    const Qt::Orientation wanted = isLow ? Qt::Horizontal : Qt::Vertical;
    if (orientation() != wanted) {
        setOrientation(wanted);
        QList<int> sizes;
        const int whole = isLow ? width() : height();
        for (const int share : m_shares)
            sizes.append(whole * share / 100);
        setSizes(sizes);
    }
    QSplitter::resizeEvent(event);
}

} // namespace dumpscope::gui
