// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPoint;

namespace dumpscope::gui {

class DataTable;

/// What can be done with a column, and which ones are shown; a menu that deletes itself.
void showHeaderMenu(DataTable& table, int column, const QPoint& globalPos);

} // namespace dumpscope::gui
