// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/layout/rank_mesh_model.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "layout/layout_words.h"

namespace dumpscope::gui {

void RankMeshModel::setLayout(const core::RunLayout& layout)
{
    beginResetModel();
    m_ranks = layout.ranks;
    m_axes = layout.axes;
    endResetModel();
}

int RankMeshModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ranks.size());
}

int RankMeshModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_axes.size()) + 1;
}

QVariant RankMeshModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const std::int64_t rank = m_ranks[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == MonoRole)
        return true;
    if (index.column() == 0)
        return role == Qt::DisplayRole ? QVariant(QString::number(rank)) : QVariant();
    const auto& axis = m_axes[static_cast<std::size_t>(index.column()) - 1];
    const auto place = core::RunLayout::coordinate(axis, rank);
    if (role == DimRole)
        return !place;
    if (role == Qt::ToolTipRole && !place)
        return tr("No group of this axis has the rank");
    if (role == Qt::DisplayRole)
        return place ? QString::number(*place) : QStringLiteral("–");
    return {};
}

QVariant RankMeshModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (section == 0)
        return role == Qt::DisplayRole ? QVariant(tr("rank")) : QVariant();
    const auto& axis = m_axes[static_cast<std::size_t>(section) - 1];
    if (role == Qt::DisplayRole)
        return coreWords(core::axisTitle(axis));
    return role == Qt::ToolTipRole ? QVariant(coreSentence(core::axisText(axis))) : QVariant();
}

} // namespace dumpscope::gui
