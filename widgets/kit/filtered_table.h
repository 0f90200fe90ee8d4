// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kit/data_table.h"
#include "kit/filter_bar.h"

#include <optional>
#include <utility>

namespace dumpscope::gui {

/// How a filter line and the table behind it are kept in a workspace. What belongs to columns waits until
/// the table has some. Both must outlive it.
class FilteredTable {
public:
    FilteredTable(FilterBar& filter, DataTable& table)
        : m_filter(filter)
        , m_table(table)
    {
    }
    [[nodiscard]] QJsonObject save() const
    {
        return {{QStringLiteral("filter"), m_filter.saveView()},
            {QStringLiteral("table"), m_waiting ? *m_waiting : m_table.columns().save()}};
    }
    void restore(const QJsonObject& view)
    {
        m_waiting = view.value(QStringLiteral("table")).toObject();
        m_filter.restoreView(view.value(QStringLiteral("filter")).toObject());
        restoreColumns();
    }
    /// Whenever the table got other rows or default columns.
    void restoreColumns()
    {
        const ColumnModel* const model = m_table.columnModel();
        if (m_waiting && model && model->columnCount() > 0)
            m_table.columns().restore(*std::exchange(m_waiting, std::nullopt));
    }

private:
    FilterBar& m_filter;
    DataTable& m_table;
    std::optional<QJsonObject> m_waiting;
};

} // namespace dumpscope::gui
