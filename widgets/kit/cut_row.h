// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace dumpscope::gui {

/// Paints over a row of which the lower edge of the view cuts a part (docs/window.md 12.3); call after the
/// view painted itself.
void hideCutRow(QTableView& view);

/// The view scrolls by whole rows, to the last row as well: call after it updated its geometries, with the
/// place it had before.
void scrollByRows(QTableView& view, int before);

/// To be called after the view scrolled up or down. Scrolling moves the pixels that are there: what covered
/// the cut row would move along, and names shortened for the rows before stay as they were.
void repaintScrolled(QTableView& view, int dy);

/// To be called after the view scrolled to a row, which it does to the pixel.
void finishScroll(QTableView& view);

} // namespace dumpscope::gui
