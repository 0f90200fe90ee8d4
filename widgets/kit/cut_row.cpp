// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/cut_row.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>

namespace dumpscope::gui {

namespace {

int heightOfRows(const QTableView& view)
{
    return std::max(1, view.verticalHeader()->defaultSectionSize());
}

/// Up to the end of the row.
int wholeRows(const QTableView& view, int height)
{
    const int row = heightOfRows(view);
    return (height + row - 1) / row * row;
}

} // namespace

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

void scrollByRows(QTableView& view, int before)
{
    QScrollBar& bar = *view.verticalScrollBar();
    const int end = bar.maximum(), row = heightOfRows(view);
    bar.setSingleStep(row);
    bar.setPageStep(std::max(row, view.viewport()->height() / row * row));
    if (end <= 0)
        return;
    bar.setMaximum(wholeRows(view, end));
    // At the end it was pulled back to where a row is cut.
    if (bar.value() == end && before > end)
        bar.setValue(std::min(before, bar.maximum()));
}

void repaintScrolled(QTableView& view, int dy)
{
    if (dy != 0)
        view.viewport()->update();
}

void finishScroll(QTableView& view)
{
    QScrollBar& bar = *view.verticalScrollBar();
    bar.setValue(wholeRows(view, bar.value()));
}

} // namespace dumpscope::gui
