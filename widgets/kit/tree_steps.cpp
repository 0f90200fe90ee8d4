// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/tree_steps.h"

#include <QAbstractItemModel>

namespace dumpscope::gui {

namespace {

/// The first (`by` 1) or last leaf at or below `index`; of the whole tree for an invalid one.
QModelIndex outermost(const QAbstractItemModel& model, QModelIndex index, int by)
{
    for (int rows = model.rowCount(index); rows > 0; rows = model.rowCount(index))
        index = model.index(by > 0 ? 0 : rows - 1, 0, index);
    return index;
}

} // namespace

QModelIndex nextLeaf(const QAbstractItemModel& model, QModelIndex from, int by)
{
    // Forwards an item with children is followed by what is in it.
    if (by > 0 && from.isValid() && model.rowCount(from) > 0)
        return outermost(model, from, by);
    for (; from.isValid(); from = from.parent()) {
        if (const QModelIndex beside = from.siblingAtRow(from.row() + by); beside.isValid())
            return outermost(model, beside, by);
    }
    return outermost(model, {}, by);
}

} // namespace dumpscope::gui
