// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace dumpscope::gui {

/// Paints over a row of which the lower edge of the view cuts a part (docs/window.md 12.3); call after the
/// view painted itself.
void hideCutRow(QTableView& view);

} // namespace dumpscope::gui
