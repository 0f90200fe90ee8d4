// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/column_model.h"

#include <QObject>

#include <functional>
#include <map>

namespace dumpscope::gui {

class DataTable;

/// What the rows shown have in a column: computed when it is asked for, kept while the rows stay, and shown
/// as the tip of a header. GUI thread.
class ColumnSummaries : public QObject {
    Q_OBJECT
public:
    ColumnSummaries(DataTable& table, TaskRunner& tasks);

    void clear() { m_known.clear(); }
    /// `done` is not called when the task fails or is stopped.
    void ask(int column, std::function<void(const ColumnSummary&)> done);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Known {
        RowList rows;
        std::shared_ptr<const core::FilterTable> table;
        ColumnSummary summary;
    };
    /// `summary` may be null: not there yet.
    [[nodiscard]] QString text(int column, const ColumnSummary* summary) const;
    void showTip(int column, const QPoint& globalPos);

    DataTable& m_table;
    TaskRunner& m_tasks;
    std::map<int, Known> m_known;
};

} // namespace dumpscope::gui
