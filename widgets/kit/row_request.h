// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/row_options.h"

#include <QString>

namespace dumpscope::gui {

class ColumnModel;
class DataTable;

/// Filter, order and columns of a table as the command line says them.
[[nodiscard]] core::RowOptions rowOptions(
    const QString& filter, const ColumnModel& model, const DataTable& table);

} // namespace dumpscope::gui
