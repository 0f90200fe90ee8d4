// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/hunt_round_model.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"

namespace dumpscope::gui {

void HuntRoundModel::clear()
{
    beginResetModel();
    m_rounds.clear();
    endResetModel();
}

void HuntRoundModel::add(core::HuntRound round)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rounds.push_back(std::move(round));
    endInsertRows();
}

int HuntRoundModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rounds.size());
}

int HuntRoundModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString HuntRoundModel::text(int row, int column) const
{
    const core::HuntRound& round = at(row);
    switch (column) {
    case Number:
        return QString::number(row + 1);
    case Captured: {
        const QString content = coreWords(round.content());
        return round.isKept ? tr("%1, from an earlier hunt").arg(content) : content;
    }
    case Accused:
        return round.finding.accused.operators.empty()
            ? QString()
            : shownName(fromCore(round.finding.accused.operators.front().name));
    case Says:
        return shownName(fromCore(round.finding.conclusion));
    default:
        return {};
    }
}

QVariant HuntRoundModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::DisplayRole)
        return text(index.row(), index.column());
    if (role == Qt::ToolTipRole)
        return tipText(text(index.row(), index.column()));
    if (role == PathRole)
        return index.column() == Accused;
    if (role == Qt::TextAlignmentRole && index.column() == Number)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant HuntRoundModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("Round");
    case Captured:
        return tr("Captured");
    case Accused:
        return tr("Accused");
    case Says:
        return tr("Comparison with golden");
    default:
        return {};
    }
}

} // namespace dumpscope::gui
