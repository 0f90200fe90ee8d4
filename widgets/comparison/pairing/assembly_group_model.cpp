// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/assembly_group_model.h"

#include "base/text.h"
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "comparison/verdict_words.h"

namespace dumpscope::gui {

void AssemblyGroupModel::setGroups(
    std::shared_ptr<const core::PairTable> pairs, std::vector<core::AssemblyGroup> groups)
{
    beginResetModel();
    m_pairs = std::move(pairs);
    m_groups = std::move(groups);
    endResetModel();
}

int AssemblyGroupModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_groups.size());
}

int AssemblyGroupModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString AssemblyGroupModel::operatorText(int row) const
{
    const core::DumpIndex& golden = *m_pairs->golden().index;
    const core::TensorRow& tensor = golden.tensor(firstPair(row).golden);
    return tensor.opName.isValid() ? fromCore(core::printable(golden.text(tensor.opName))) : QString();
}

QString AssemblyGroupModel::placeText(int row) const
{
    const core::TensorRow& tensor = m_pairs->golden().index->tensor(firstPair(row).golden);
    return ioText(tensor.io, tensor.slot);
}

QString AssemblyGroupModel::errorText(const core::AssemblyGroup& group)
{
    if (!group.errors)
        return tr("not measured");
    constexpr int kDigits = 3;
    const QString least = shortNumber(group.errors->first, kDigits),
                  largest = shortNumber(group.errors->second, kDigits);
    const QString range = least == largest ? least : tr("%1 to %2").arg(least, largest);
    return group.unmeasured == 0
        ? range
        : tr("%1, %2 not measured").arg(range, groupedNumber(static_cast<qint64>(group.unmeasured)));
}

QString AssemblyGroupModel::text(int row, int column) const
{
    const core::AssemblyGroup& group = at(row);
    switch (column) {
    case First:
        return operatorText(row);
    case Place:
        return placeText(row);
    case How:
        return coreWords(core::assemblyText(group));
    case Tensors:
        return groupedNumber(static_cast<qint64>(group.tensors));
    case Carried:
        return groupedNumber(static_cast<qint64>(group.carried));
    default:
        return errorText(group);
    }
}

QVariant AssemblyGroupModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const core::AssemblyGroup& group = at(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column);
    case Qt::ToolTipRole:
        return text(index.row(), column);
    case Qt::TextAlignmentRole:
        return column >= Tensors ? QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case MonoRole:
        return column >= Tensors;
    case PathRole:
        return column == First;
    case DimRole:
        return column == Carried ? group.carried == 0 : column == Error && !group.errors;
    default:
        return {};
    }
}

QVariant AssemblyGroupModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section >= Tensors ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return section == First ? tr("First tensor of golden, in its order of execution, of operators that "
                                     "differ in their numbers alone")
            : section == How    ? tr("How golden's tensor is put together from tensors of the target")
            : section == Carried
            ? tr("Tensors of which values do not say so: others of their kind stand like this")
            : section == Error ? tr("Relative L2 error of what is put together, least and largest")
                               : QVariant();
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case First:
        return tr("first tensor");
    case Place:
        return tr("io");
    case How:
        return tr("put together");
    case Tensors:
        return tr("tensors");
    case Carried:
        return tr("carried");
    case Error:
        return tr("error");
    default:
        return {};
    }
}

} // namespace dumpscope::gui
