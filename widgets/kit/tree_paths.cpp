// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/tree_paths.h"

#include "common/cell_roles.h"

#include <QSet>
#include <QTreeView>

namespace dumpscope::gui {

QString treePathOf(QModelIndex index)
{
    QStringList parts;
    for (; index.parent().isValid(); index = index.parent())
        parts.prepend(index.data(CopyRole).toString());
    return parts.join(QLatin1Char('\n'));
}

QModelIndex indexOfPath(QModelIndex root, const QString& path)
{
    const QAbstractItemModel* const model = root.model();
    if (!model)
        return {};
    for (const QString& name : path.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        int row = 0;
        while (row < model->rowCount(root) && model->index(row, 0, root).data(CopyRole).toString() != name)
            ++row;
        root = model->index(row, 0, root);
        if (!root.isValid())
            break;
    }
    return root;
}

QStringList expandedPaths(const QTreeView& tree, const QModelIndex& root)
{
    QStringList paths;
    QList<QModelIndex> waiting {root};
    while (!waiting.isEmpty()) {
        const QModelIndex index = waiting.takeLast();
        if (!index.isValid() || !tree.isExpanded(index))
            continue;
        paths.append(treePathOf(index));
        for (int row = 0; row < tree.model()->rowCount(index); ++row)
            waiting.append(tree.model()->index(row, 0, index));
    }
    return paths;
}

void expandPaths(QTreeView& tree, const QModelIndex& root, const QStringList& paths)
{
    const QSet<QString> wanted(paths.begin(), paths.end());
    QList<QModelIndex> waiting {root};
    while (!waiting.isEmpty()) {
        const QModelIndex index = waiting.takeLast();
        if (!index.isValid() || !wanted.contains(treePathOf(index)))
            continue;
        tree.expand(index);
        for (int row = 0; row < tree.model()->rowCount(index); ++row)
            waiting.append(tree.model()->index(row, 0, index));
    }
}

} // namespace dumpscope::gui
