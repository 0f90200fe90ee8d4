// SPDX-License-Identifier: GPL-3.0-or-later
#include "trends/trend_finding_model.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/plain_text.h"

namespace dumpscope::gui {

void TrendFindingModel::setFindings(
    std::shared_ptr<const core::TrendRun> run, std::shared_ptr<const core::TrendResult> result)
{
    beginResetModel();
    m_run = std::move(run);
    m_result = std::move(result);
    endResetModel();
}

int TrendFindingModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result || !m_run ? 0 : static_cast<int>(m_result->findings.size());
}

int TrendFindingModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString TrendFindingModel::text(const core::TrendFinding& finding, int column) const
{
    const core::TrendCube& cube = m_run->cube();
    const core::TrendCell& cell = cube.cells()[finding.cell];
    const auto number
        = [](const core::TrendCube::Number& of) { return of ? QString::number(*of) : QString(); };
    switch (column) {
    case Step:
        return number(cube.steps()[cell.step]);
    case Rank: {
        QStringList ranks;
        for (const std::uint32_t rank : finding.ranks)
            ranks.append(number(cube.ranks()[rank]));
        return ranks.isEmpty() ? number(cube.ranks()[cell.rank]) : ranks.join(QStringLiteral(" | "));
    }
    case Tensor:
        return coreWords(cube.rows()[cell.row].words());
    case Rule:
        return coreWords(core::Message(core::builtinTrendRules()->byId(finding.rule)->info().title));
    case What:
        return coreWords(finding.sentence);
    case Steps:
        return groupedNumber(static_cast<qint64>(finding.count));
    case Last:
        return number(cube.steps()[cube.cells()[finding.last].step]);
    default:
        return {};
    }
}

QVariant TrendFindingModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const bool isNumber = index.column() == Step || index.column() == Rank || index.column() == Steps
        || index.column() == Last;
    if (role == Qt::DisplayRole)
        return text(at(index.row()), index.column());
    if (role == Qt::ToolTipRole && (index.column() == Steps || index.column() == Last))
        return tipText(coreWords(core::lastingText(*m_run, at(index.row()))));
    if (role == Qt::ToolTipRole)
        return tipText(text(at(index.row()), index.column()));
    if (role == PathRole)
        return index.column() == Tensor;
    if (role == Qt::TextAlignmentRole && isNumber)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant TrendFindingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Step:
        return tr("Step");
    case Rank:
        return tr("Rank");
    case Tensor:
        return tr("Tensor");
    case Rule:
        return tr("Rule");
    case What:
        return tr("What");
    case Steps:
        return tr("Steps");
    case Last:
        return tr("Last");
    default:
        return {};
    }
}

} // namespace dumpscope::gui
