// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace dumpscope::gui {

/// While it lives the rows of a table may get another height: a current row that was in sight still is
/// afterwards.
class KeptRow {
public:
    explicit KeptRow(QTableView& view)
        : m_view(view)
        , m_wasSeen(isSeen())
    {
    }
    KeptRow(const KeptRow&) = delete;
    KeptRow& operator=(const KeptRow&) = delete;
    ~KeptRow()
    {
        if (m_wasSeen && !isSeen())
            m_view.scrollTo(m_view.currentIndex());
    }

private:
    [[nodiscard]] bool isSeen() const
    {
        const QModelIndex current = m_view.currentIndex();
        if (!current.isValid())
            return false;
        const int top = m_view.rowViewportPosition(current.row());
        return top >= 0 && top + m_view.rowHeight(current.row()) <= m_view.viewport()->height();
    }

    QTableView& m_view;
    bool m_wasSeen;
};

} // namespace dumpscope::gui
