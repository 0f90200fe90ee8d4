// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/row_request.h"

#include "common/cell_roles.h"
#include "kit/data_table.h"
#include "models/column_model.h"

namespace dumpscope::gui {

core::RowOptions rowOptions(const QString& filter, const ColumnModel& model, const DataTable& table)
{
    const auto nameOf = [&model](int column) {
        return model.headerData(column, Qt::Horizontal, CopyRole).toString().toStdString();
    };
    core::RowOptions options;
    options.filter = filter.toStdString();
    for (const core::SortKey& key : model.sortKeys())
        options.sort += (options.sort.empty() ? "" : ",") + core::sortKeyText(key, nameOf(key.column));
    for (const int column : table.columns().shown())
        options.columns += (options.columns.empty() ? "" : ",") + nameOf(column);
    return options;
}

} // namespace dumpscope::gui
