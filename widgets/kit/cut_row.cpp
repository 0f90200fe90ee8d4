// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/cut_row.h"

#include <QPainter>
#include <QScrollBar>
#include <QTableView>

namespace dumpscope::gui {

void hideCutRow(QTableView& view)
{
    const int height = view.viewport()->height();
    const int row = view.rowAt(height - 1);
    const QScrollBar& bar = *view.verticalScrollBar();
    if (row < 0 || bar.value() == bar.maximum())
        return;
    const int top = view.rowViewportPosition(row);
    if (top + view.rowHeight(row) > height && top > 0)
        QPainter(view.viewport())
            .fillRect(0, top, view.viewport()->width(), height - top, view.palette().base());
}

} // namespace dumpscope::gui
