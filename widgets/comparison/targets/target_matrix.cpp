// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/targets/target_matrix.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "comparison/sides_strip.h"
#include "comparison/verdict_words.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

void TargetMatrixModel::setMatrix(core::TargetMatrix matrix, QStringList titles)
{
    beginResetModel();
    m_matrix = std::move(matrix);
    m_titles = std::move(titles);
    m_goldenPlaces = m_matrix.golden ? placesIn(*m_matrix.golden) : Places();
    m_targetPlaces.clear();
    for (const auto& table : m_matrix.tables) {
        const Places all = placesIn(*table->target().index);
        m_targetPlaces.push_back(
            {all.hasRanks && !m_goldenPlaces.hasRanks, all.hasSteps && !m_goldenPlaces.hasSteps});
    }
    endResetModel();
}

TargetMatrixModel::Places TargetMatrixModel::placesIn(const core::DumpIndex& index)
{
    return {index.ranks().size() > 1, index.steps().size() > 1};
}

QString TargetMatrixModel::placeOf(const core::DumpIndex& index, core::TensorId tensor, Places places)
{
    const core::FolderFacts& facts = index.factsOf(tensor);
    return placeText(
        index, places.hasRanks ? facts.rank : std::nullopt, places.hasSteps ? facts.step : std::nullopt);
}

const core::PairResult& TargetMatrixModel::pairOf(const core::TargetMatrix::Cell& cell, int column) const
{
    return m_matrix.tables[static_cast<std::size_t>(column - kOwnColumns)]->row(cell.row);
}

/// In place of an error that there is not.
QString TargetMatrixModel::wordOf(const core::TargetMatrix::Cell& cell, int column) const
{
    const core::PairState state = pairOf(cell, column).state;
    return state == core::PairState::NonFinite ? pairStateText(state) : verdictText(cell.verdict);
}

// Of the worst of several pairs of one tensor of golden.
QString TargetMatrixModel::placeOf(const core::TargetMatrix::Cell& cell, int target) const
{
    const auto at = static_cast<std::size_t>(target);
    const core::PairTable& pairs = *m_matrix.tables[at];
    return placeOf(*pairs.target().index, pairs.row(cell.row).pair.target, m_targetPlaces[at]);
}

const core::TargetMatrix::Cell* TargetMatrixModel::cellAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.column() < kOwnColumns)
        return nullptr;
    const core::TargetMatrix::Cell& cell = m_matrix.cell(
        static_cast<std::size_t>(index.row()), static_cast<std::size_t>(index.column() - kOwnColumns));
    return cell.isThere ? &cell : nullptr;
}

QModelIndex TargetMatrixModel::cellOf(core::TensorId golden, int target) const
{
    const auto row = std::ranges::lower_bound(m_matrix.tensors, golden);
    if (row == m_matrix.tensors.end() || *row != golden)
        return {};
    return index(static_cast<int>(row - m_matrix.tensors.begin()), kOwnColumns + target);
}

int TargetMatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.tensors.size());
}

int TargetMatrixModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kOwnColumns + static_cast<int>(m_titles.size());
}

QVariant TargetMatrixModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (index.column() < kOwnColumns) {
        const core::TensorId tensor = m_matrix.tensors[static_cast<std::size_t>(index.row())];
        const core::TensorRow& row = m_matrix.golden->tensor(tensor);
        if (role == PathRole)
            return index.column() == 0;
        if (role == SecondaryTextRole)
            return index.column() == 1 ? placeOf(*m_matrix.golden, tensor, m_goldenPlaces) : QVariant();
        if (role != Qt::DisplayRole)
            return {};
        return index.column() == 1 ? ioText(row)
            : row.opName.isValid() ? fromCore(m_matrix.golden->text(row.opName))
                                   : QString();
    }
    const core::TargetMatrix::Cell* const cell = cellAt(index);
    if (!cell)
        return role == StateRole      ? QVariant(static_cast<int>(State::Unpaired))
            : role == Qt::DisplayRole ? QVariant(stateWord(State::Unpaired))
            : role == DimRole         ? QVariant(true)
                                      : QVariant();
    switch (role) {
    case StateRole:
        return static_cast<int>(stateOf(cell->verdict));
    case Qt::DisplayRole:
        return std::isnan(cell->error)                                 ? wordOf(*cell, index.column())
            : cell->error == 0 && cell->verdict == core::Verdict::Pass ? tr("equal")
                                                                       : shortNumber(cell->error);
    case SecondaryTextRole:
        return placeOf(*cell, index.column() - kOwnColumns);
    case Qt::ToolTipRole:
        return verdictText(cell->verdict)
            + (std::isnan(cell->error)
                    ? QStringLiteral(", ") + coreWords(pairOf(*cell, index.column()).reason)
                    : QStringLiteral(", relative_euclidean_distance ") + shortNumber(cell->error, 7));
    case TintRole:
        return cell->verdict == core::Verdict::Fail && cell->error > 0 ? QVariant(std::clamp(
                   (std::log10(cell->error) - kPaleDecade) / (kFullDecade - kPaleDecade), 0.05, 1.0))
                                                                       : QVariant();
    default:
        return {};
    }
}

QVariant TargetMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (section < kOwnColumns)
        return section == 0 ? QStringLiteral("op_name") : QStringLiteral("io");
    const int target = section - kOwnColumns;
    const core::VerdictCounts& counts = m_matrix.counts[static_cast<std::size_t>(target)];
    const auto count = [](std::uint64_t pairs) { return groupedNumber(static_cast<qint64>(pairs)); };
    const QString name = shownName(m_titles[target]);
    if (role == Qt::ToolTipRole)
        return tr("%1: %2 fail, %3 warn, %4 pass, %5 not comparable")
            .arg(name, count(counts.fail), count(counts.warn), count(counts.pass),
                count(counts.notComparable));
    QString text = tr("%1 · %2 fail").arg(name, count(counts.fail));
    if (counts.warn > 0)
        text += tr(", %1 warn").arg(count(counts.warn));
    if (counts.notComparable > 0)
        text += tr(", %1 not comparable").arg(count(counts.notComparable));
    return text;
}

} // namespace dumpscope::gui
