// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QStringList>

class QTreeView;

namespace dumpscope::gui {

// Places in a tree as texts that outlive a reset of its model: what CopyRole says of each row from below a
// top-level row down to this one, a line each. A top-level row itself is an empty path.

[[nodiscard]] QString treePathOf(QModelIndex index);
/// Below `root`, a top-level row; invalid where nothing is called so.
[[nodiscard]] QModelIndex indexOfPath(QModelIndex root, const QString& path);
/// Of the rows from `root` down that are seen unfolded.
[[nodiscard]] QStringList expandedPaths(const QTreeView& tree, const QModelIndex& root);
/// Unfolds the rows of these paths, as far as all above them are among the paths.
void expandPaths(QTreeView& tree, const QModelIndex& root, const QStringList& paths);

} // namespace dumpscope::gui
