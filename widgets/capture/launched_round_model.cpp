// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launched_round_model.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/plain_text.h"

namespace dumpscope::gui {

void LaunchedRoundModel::clear()
{
    beginResetModel();
    m_rounds.clear();
    endResetModel();
}

void LaunchedRoundModel::add(core::LaunchedRound round)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rounds.push_back(std::move(round));
    endInsertRows();
}

int LaunchedRoundModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rounds.size());
}

int LaunchedRoundModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString LaunchedRoundModel::text(int row, int column) const
{
    const core::LaunchedRound& round = at(row);
    const core::RepeatedDifference* const first = round.result.first();
    switch (column) {
    case Number:
        return QString::number(row + 1);
    case Captured:
        return coreWords(round.content());
    case Differing:
        return tr("%1 of %2").arg(round.result.differences.size()).arg(round.result.compared);
    case First: {
        if (!first)
            return {};
        const core::TrendCube& cube = round.runs.front()->cube();
        return coreWords(cube.rows()[cube.cells()[first->cell].row].words());
    }
    default:
        return {};
    }
}

QVariant LaunchedRoundModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::DisplayRole)
        return text(index.row(), index.column());
    if (role == Qt::ToolTipRole)
        return tipText(text(index.row(), index.column()));
    if (role == PathRole)
        return index.column() == First;
    if (role == Qt::TextAlignmentRole && (index.column() == Number || index.column() == Differing))
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant LaunchedRoundModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("Round");
    case Captured:
        return tr("Captured");
    case Differing:
        return tr("Tensors that differ");
    case First:
        return tr("First that differs");
    default:
        return {};
    }
}

} // namespace dumpscope::gui
