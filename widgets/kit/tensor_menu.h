// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace dumpscope::gui {

struct TensorRef;
struct Workbench;

/// Fills the context menu of a tensor or operator, the same wherever one is shown (docs/window.md 5).
/// Every entry is an action, too, or words for the clipboard or the filter.
void fillTensorMenu(QMenu& menu, Workbench& workbench, const TensorRef& tensor);

/// What the menu does without being an action of a panel, for the selected tensor: `item.copy_*`,
/// `item.show_folder`, `item.filter_*`. Once, for the whole window.
void handleTensorActions(Workbench& workbench, QWidget* window);

} // namespace dumpscope::gui
