// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace dumpscope::gui {

struct TensorRef;
struct Workbench;

/// Fills the context menu of a tensor or operator, the same wherever one is shown (window design 5).
/// Every entry is an action, too, or words for the clipboard or the filter.
void fillTensorMenu(QMenu& menu, Workbench& workbench, const TensorRef& tensor);

} // namespace dumpscope::gui
