// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/limits/verdict_change_model.h"

#include "common/cell_roles.h"
#include "common/core_text.h"
#include "comparison/verdict_words.h"

namespace dumpscope::gui {

void VerdictChangeModel::setChanges(std::shared_ptr<const core::PairTable> pairs, VerdictPreview preview)
{
    beginResetModel();
    m_pairs = std::move(pairs);
    m_preview = std::move(preview);
    endResetModel();
}

int VerdictChangeModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_preview.changes.size());
}

int VerdictChangeModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 4;
}

QVariant VerdictChangeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const VerdictPreview::Change& change = m_preview.changes[static_cast<std::size_t>(index.row())];
    if (index.column() < 2) {
        const core::Verdict verdict = index.column() == 0 ? change.before : change.after;
        return role == StateRole      ? QVariant(static_cast<int>(stateOf(verdict)))
            : role == Qt::DisplayRole ? QVariant(verdictText(verdict))
                                      : QVariant();
    }
    const core::DumpIndex& target = *m_pairs->target().index;
    const core::TensorRow& row = target.tensor(m_pairs->row(change.row).pair.target);
    if (role == PathRole)
        return index.column() == 2;
    if (role != Qt::DisplayRole)
        return {};
    return index.column() == 3 ? ioText(row)
        : row.opName.isValid() ? fromCore(target.text(row.opName))
                               : QString();
}

} // namespace dumpscope::gui
