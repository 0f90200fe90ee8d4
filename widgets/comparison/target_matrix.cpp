// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/target_matrix.h"

#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "comparison/sides_strip.h"
#include "comparison/verdict_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::gui {

core::Result<TargetMatrix> makeTargetMatrix(const std::vector<std::shared_ptr<const core::PairTable>>& tables,
    bool onlyFailing, core::TaskContext& task)
{
    TargetMatrix matrix;
    if (tables.empty())
        return matrix;
    matrix.tables = tables;
    matrix.golden = tables.front()->golden().index;
    constexpr std::uint32_t kNone = 0xFFFFFFFFU;
    std::vector<std::uint32_t> places(matrix.golden->tensorCount(), kNone);
    for (const bool fills : {false, true}) {
        for (std::size_t target = 0; target < tables.size(); ++target) {
            const core::PairTable& pairs = *tables[target];
            const int error = pairs.columnByName("relative_euclidean_distance");
            for (std::size_t row = 0; row < pairs.rows(); ++row) {
                if (row % 4096 == 0 && task.stop.stop_requested())
                    return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
                const core::PairResult& result = pairs.row(row);
                std::uint32_t& place = places[result.pair.golden.value()];
                if (!fills) {
                    if (!onlyFailing || result.verdict == core::Verdict::Fail)
                        place = 0;
                    continue;
                }
                if (place == kNone)
                    continue;
                TargetMatrix::Cell& cell = matrix.cells[place * tables.size() + target];
                const bool isWorse = result.verdict == core::Verdict::Fail
                    || (result.verdict == core::Verdict::Warn && cell.verdict == core::Verdict::Pass);
                matrix.failed[target] += result.verdict == core::Verdict::Fail ? 1 : 0;
                if (cell.isThere && !isWorse)
                    continue;
                cell = {true, result.verdict, static_cast<std::uint32_t>(row),
                    error < 0 ? std::numeric_limits<double>::quiet_NaN()
                              : core::cellNumber(pairs.cell(row, error))
                                    .value_or(std::numeric_limits<double>::quiet_NaN())};
            }
        }
        if (fills)
            break;
        for (std::size_t id = 0; id < places.size(); ++id) {
            if (places[id] == kNone)
                continue;
            places[id] = static_cast<std::uint32_t>(matrix.tensors.size());
            matrix.tensors.emplace_back(id);
        }
        matrix.cells.assign(matrix.tensors.size() * tables.size(), {});
        matrix.failed.assign(tables.size(), 0);
    }
    return matrix;
}

void TargetMatrixModel::setMatrix(TargetMatrix matrix, QStringList titles)
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
    core::SideRestriction place;
    if (facts.rank && places.hasRanks)
        place.ranks = {*facts.rank};
    if (facts.step && places.hasSteps)
        place.steps = {*facts.step};
    return placeText(place);
}

// Of the worst of several pairs of one tensor of golden.
QString TargetMatrixModel::placeOf(const TargetMatrix::Cell& cell, int target) const
{
    const auto at = static_cast<std::size_t>(target);
    const core::PairTable& pairs = *m_matrix.tables[at];
    return placeOf(*pairs.target().index, pairs.row(cell.row).pair.target, m_targetPlaces[at]);
}

const TargetMatrix::Cell* TargetMatrixModel::cellAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.column() < kOwnColumns)
        return nullptr;
    const TargetMatrix::Cell& cell = m_matrix.cell(
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
    const TargetMatrix::Cell* const cell = cellAt(index);
    if (!cell)
        return role == StateRole      ? QVariant(static_cast<int>(State::Unpaired))
            : role == Qt::DisplayRole ? QVariant(stateWord(State::Unpaired))
            : role == DimRole         ? QVariant(true)
                                      : QVariant();
    switch (role) {
    case StateRole:
        return static_cast<int>(stateOf(cell->verdict));
    case Qt::DisplayRole:
        return std::isnan(cell->error)                                 ? verdictText(cell->verdict)
            : cell->error == 0 && cell->verdict == core::Verdict::Pass ? tr("equal")
                                                                       : shortNumber(cell->error);
    case SecondaryTextRole:
        return placeOf(*cell, index.column() - kOwnColumns);
    case Qt::ToolTipRole:
        return verdictText(cell->verdict) + QStringLiteral(", relative_euclidean_distance ")
            + shortNumber(cell->error, 7);
    case TintRole:
        // Six decades of error between pale and full.
        return cell->verdict == core::Verdict::Fail && cell->error > 0
            ? QVariant(std::clamp((std::log10(cell->error) + 4) / 6, 0.05, 1.0))
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
    return tr("%1 · %2 fail")
        .arg(m_titles[target],
            groupedNumber(static_cast<qint64>(m_matrix.failed[static_cast<std::size_t>(target)])));
}

} // namespace dumpscope::gui
