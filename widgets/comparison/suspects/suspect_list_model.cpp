// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/suspects/suspect_list_model.h"

#include "base/text.h"
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/glyphs.h"
#include "comparison/results/row_state.h"
#include "comparison/suspects/suspect_errors.h"
#include "comparison/verdict_words.h"

#include <QRegularExpression>

#include <algorithm>

namespace dumpscope::gui {

void SuspectListModel::setSuspicion(std::shared_ptr<const core::Suspicion> suspicion)
{
    beginResetModel();
    m_suspicion = std::move(suspicion);
    endResetModel();
}

void SuspectListModel::setTable(
    std::shared_ptr<const core::PairTable> pairs, std::optional<std::size_t> first)
{
    m_pairs = std::move(pairs);
    m_first = first;
    if (rowCount() > 0)
        emit dataChanged(index(0, Operator), index(rowCount() - 1, Operator), {StateRole});
}

/// What an operator of one side alone made has no row: the one that shows it is another's.
State SuspectListModel::stateOf(const core::Suspect& suspect) const
{
    if (suspect.targetOnly.isValid() || suspect.goldenOnly.isValid())
        return State::Unpaired;
    const bool hasRow = m_pairs && !suspect.pairs.empty() && suspect.pairs.front() < m_pairs->rows();
    return hasRow ? rowState(*m_pairs, suspect.pairs.front(), m_first) : State::Fail;
}

int SuspectListModel::rowOfPair(std::size_t pair) const
{
    const auto& suspects = m_suspicion->suspects;
    // The row that shows the output first; any of its rows otherwise.
    for (const bool isFirst : {true, false}) {
        for (std::size_t i = 0; i < suspects.size(); ++i) {
            const auto& pairs = suspects[i].pairs;
            if (isFirst ? !pairs.empty() && pairs.front() == pair
                        : std::find(pairs.begin(), pairs.end(), pair) != pairs.end())
                return static_cast<int>(i);
        }
    }
    return -1;
}

bool SuspectListModel::hasWorth() const
{
    return std::ranges::any_of(m_suspicion->suspects,
        [](const core::Suspect& suspect) { return suspect.counterfactual.has_value(); });
}

QString SuspectListModel::tabSeparated(const QList<int>& rows) const
{
    const auto number = [](const auto& value) {
        return value ? fromCore(core::numberText(static_cast<double>(*value))) : QString();
    };
    const auto whole = [](const std::optional<std::int64_t>& value) {
        return value ? QString::number(*value) : QString();
    };
    QString out
        = QStringLiteral("op_name\top_type\trun\trank\tstep\tscore\town_error\tinherited_error\twhy\n");
    for (const int row : rows) {
        const core::Suspect& suspect = at(row);
        QStringList cells {fromCore(core::printable(suspect.opName)),
            fromCore(core::printable(suspect.opType)), fromCore(core::printable(suspect.run)),
            whole(suspect.rank), whole(suspect.step), fromCore(core::numberText(suspect.score)),
            number(suspect.ownError), number(suspect.inheritedError), coreSentence(suspect.why)};
        for (QString& cell : cells)
            cell.replace(QRegularExpression(QStringLiteral("[\t\r\n]")), QStringLiteral(" "));
        out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return out;
}

int SuspectListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_suspicion->suspects.size());
}

int SuspectListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant SuspectListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const core::Suspect& suspect = at(index.row());
    if (role == Qt::ToolTipRole && index.column() == Worth)
        return suspect.counterfactual ? coreSentence(suspect.counterfactual->text()) : QString();
    if (role == Qt::ToolTipRole)
        return fromCore(core::printable(suspect.opName)) + QLatin1Char('\n') + coreSentence(suspect.why);
    switch (index.column()) {
    case Operator:
        if (role == Qt::DisplayRole || role == CopyRole)
            return fromCore(core::printable(suspect.opName));
        if (role == StateRole)
            return static_cast<int>(stateOf(suspect));
        if (role == PathRole)
            return true;
        if (role == BoldRole)
            return index.row() == 0;
        return {};
    case Rank:
    case Step:
        if (role == Qt::DisplayRole) {
            const auto& number = index.column() == Rank ? suspect.rank : suspect.step;
            return number ? QString::number(*number) : QString();
        }
        return role == Qt::TextAlignmentRole ? QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter))
            : role == MonoRole               ? QVariant(true)
                                             : QVariant();
    case Errors:
        if (role == Qt::DisplayRole || role == CopyRole)
            return suspectErrorsText(suspectErrors(suspect));
        return role == Qt::TextAlignmentRole ? QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter))
            : role == MonoRole               ? QVariant(true)
                                             : QVariant();
    case Score:
        if (role == Qt::DisplayRole)
            return suspectScoreText(suspect, m_suspicion->outputs);
        return role == Qt::TextAlignmentRole ? QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter))
            : role == MonoRole               ? QVariant(true)
                                             : QVariant();
    case Worth:
        if (role == Qt::DisplayRole)
            return suspectWorthText(suspect);
        return role == Qt::TextAlignmentRole ? QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter))
            : role == MonoRole               ? QVariant(true)
                                             : QVariant();
    default:
        return {};
    }
}

QVariant SuspectListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Operator ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return section == Errors
            ? tr("Error of the worst input and of the output, as in the sentence: relative L2, "
                 "or in units of the largest value where that is all that is known; max: of "
                 "the worst element; norm: of the norm")
            : section == Score ? tr("Error as a multiple of what inputs and rounding explain; – where the "
                                    "suspicion is not about an error, as with NaN or a different argument")
            : section == Worth ? tr("How much of the error behind it would be gone if its output were "
                                    "golden's; ? where that cannot be computed")
                               : QVariant();
    if (role != Qt::DisplayRole)
        return {};
    if (section == Rank || section == Step) // the keys of the tables
        return section == Rank ? QStringLiteral("rank") : QStringLiteral("step");
    return section == Operator ? tr("operator")
        : section == Errors    ? tr("in → out")
        : section == Worth     ? tr("worth")
                               : tr("× explained");
}

} // namespace dumpscope::gui
