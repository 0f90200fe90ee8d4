// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>

namespace dumpscope::gui {

/// The item without children that comes next (`by` 1) or before (-1) in the order in which a tree shows its
/// items, folded or not; behind the last comes the first. `from` may be invalid. Invalid for an empty tree.
[[nodiscard]] QModelIndex nextLeaf(const QAbstractItemModel& model, QModelIndex from, int by);

} // namespace dumpscope::gui
