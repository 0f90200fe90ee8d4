// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/cube_model.h"

#include "common/cell_roles.h"
#include "common/numbers.h"
#include "comparison/verdict_words.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace dumpscope::gui {

namespace {

/// What is not comparable says nothing beside what is.
int badness(core::Verdict verdict)
{
    constexpr std::array kOrder {1, 2, 3, 0};
    return kOrder[static_cast<std::size_t>(verdict)];
}

QString countText(const Cube::Cell& cell, core::Verdict verdict)
{
    return groupedNumber(static_cast<qint64>(cell.counts[static_cast<std::size_t>(verdict)]));
}

void takeLargest(std::optional<double>& largest, const core::PairTable& pairs, std::size_t row, int column)
{
    const auto value = column < 0 ? std::nullopt : core::cellNumber(pairs.cell(row, column));
    if (value && std::isfinite(*value))
        largest = std::max(largest.value_or(*value), *value);
}

} // namespace

core::Result<Cube> makeCube(
    const core::PairTable& pairs, const core::FilterExpression& filter, core::TaskContext& task)
{
    Cube cube;
    std::set<Cube::Number> steps, ranks;
    const int error = pairs.columnByName("relative_euclidean_distance");
    const int normError = pairs.columnByName("l2norm_diff_relative");
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (row % 1024 == 0 && task.stop.stop_requested())
            return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
        const core::PairResult& result = pairs.row(row);
        const core::FolderFacts& facts = pairs.target().index->factsOf(result.pair.target);
        steps.insert(facts.step);
        ranks.insert(facts.rank);
        if (!filter.matches(pairs, row))
            continue;
        const auto [place, isNew] = cube.cells.try_emplace({facts.step, facts.rank});
        Cube::Cell& cell = place->second;
        ++cell.counts[static_cast<std::size_t>(result.verdict)];
        if (isNew || badness(result.verdict) > badness(cell.verdict)) {
            cell.verdict = result.verdict;
            cell.worst = row;
        }
        takeLargest(cell.error, pairs, row, error);
        if (result.basis == core::PairBasis::Statistics)
            takeLargest(cell.normError, pairs, row, normError);
    }
    cube.steps.assign(steps.begin(), steps.end());
    cube.ranks.assign(ranks.begin(), ranks.end());
    return cube;
}

void CubeModel::setCube(Cube cube)
{
    beginResetModel();
    m_cube = std::move(cube);
    endResetModel();
}

const Cube::Cell* CubeModel::cellAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return nullptr;
    const auto found = m_cube.cells.find({m_cube.steps[static_cast<std::size_t>(index.row())],
        m_cube.ranks[static_cast<std::size_t>(index.column())]});
    return found == m_cube.cells.end() ? nullptr : &found->second;
}

QString CubeModel::filterOf(const QModelIndex& index) const
{
    const Cube::Number step = m_cube.steps[static_cast<std::size_t>(index.row())];
    const Cube::Number rank = m_cube.ranks[static_cast<std::size_t>(index.column())];
    QStringList terms;
    if (rank)
        terms.append(QStringLiteral("rank:%1").arg(*rank));
    if (step)
        terms.append(QStringLiteral("step:%1").arg(*step));
    return terms.join(QLatin1Char(' '));
}

int CubeModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_cube.steps.size());
}

int CubeModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_cube.ranks.size());
}

// What nothing was measured of is not zero.
QString CubeModel::tipOf(const QString& place, const Cube::Cell& cell)
{
    QString words
        = tr("%1: %2 fail, %3 warn, %4 pass, %5 not comparable")
              .arg(place, countText(cell, core::Verdict::Fail), countText(cell, core::Verdict::Warn),
                  countText(cell, core::Verdict::Pass), countText(cell, core::Verdict::NotComparable));
    if (cell.error)
        words += tr("; largest relative L2 error %1").arg(shortNumber(*cell.error));
    if (cell.normError)
        words += tr("; largest relative difference of the norms %1").arg(shortNumber(*cell.normError));
    return words;
}

QVariant CubeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Cube::Cell* const cell = cellAt(index);
    if (!cell)
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("·")) : QVariant();
    const auto count = [cell](core::Verdict verdict) { return countText(*cell, verdict); };
    const auto failed = cell->counts[static_cast<std::size_t>(core::Verdict::Fail)];
    const auto rest = cell->counts[static_cast<std::size_t>(core::Verdict::NotComparable)];
    const auto compared = cell->counts[0] + cell->counts[1] + cell->counts[2] + cell->counts[3] - rest;
    switch (role) {
    case Qt::DisplayRole: {
        QStringList words;
        if (compared > 0)
            words.append(tr("%1 of %2 %3", "3 of 20 fail")
                             .arg(count(cell->verdict), groupedNumber(static_cast<qint64>(compared)),
                                 verdictText(cell->verdict)));
        if (rest > 0)
            words.append(tr("%1 not comparable").arg(count(core::Verdict::NotComparable)));
        return words.join(QStringLiteral(" · "));
    }
    case StateRole:
        return static_cast<int>(stateOf(cell->verdict));
    case TintRole:
        return failed > 0 ? QVariant(static_cast<double>(failed) / static_cast<double>(compared))
                          : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tipOf(filterOf(index), *cell);
    default:
        return {};
    }
}

QVariant CubeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const auto& numbers = orientation == Qt::Horizontal ? m_cube.ranks : m_cube.steps;
    if (role != Qt::DisplayRole || section < 0 || section >= static_cast<int>(numbers.size()))
        return {};
    const Cube::Number number = numbers[static_cast<std::size_t>(section)];
    const QString text = number ? QString::number(*number) : QStringLiteral("–");
    return orientation == Qt::Horizontal ? tr("rank %1").arg(text) : tr("step %1").arg(text);
}

} // namespace dumpscope::gui
