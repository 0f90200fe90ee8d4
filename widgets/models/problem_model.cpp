// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/problem_model.h"
#include "common/core_text.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/glyphs.h"
#include "common/numbers.h"
#include "common/plain_text.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kPlacesInTip = 20;

State glyphOf(core::Severity severity)
{
    switch (severity) {
    case core::Severity::Error:
        return State::Fail;
    case core::Severity::Warning:
        return State::Warn;
    case core::Severity::Hint:
        return State::NotComparable;
    }
    return State::None;
}

QString severityName(core::Severity severity)
{
    switch (severity) {
    case core::Severity::Error:
        return ProblemModel::tr("error");
    case core::Severity::Warning:
        return ProblemModel::tr("warning");
    case core::Severity::Hint:
        return ProblemModel::tr("hint");
    }
    return {};
}

/// Which dump it is of, and which side that is in the comparison.
QVariant dumpData(const OpenedRoot* root, int role)
{
    if (!root)
        return {};
    const State side = root->side() == OpenedRoot::Side::Target ? State::TargetSide
        : root->side() == OpenedRoot::Side::Golden              ? State::GoldenSide
                                                                : State::None;
    switch (role) {
    case Qt::DisplayRole:
        return shownName(root->title());
    case StateRole:
        return static_cast<int>(side);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return side == State::None ? root->path() : stateWord(side) + QLatin1String(": ") + root->path();
    default:
        return {};
    }
}

} // namespace

ProblemModel::ProblemModel(ProblemList& problems, QObject* parent)
    : QAbstractTableModel(parent)
    , m_problems(problems)
{
    connect(&problems, &ProblemList::changed, this, &ProblemModel::rebuild);
    rebuild();
}

void ProblemModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    QHash<QString, std::size_t> groups;
    for (const ProblemList::Problem& problem : m_problems.problems()) {
        const core::Diagnostic& diagnostic = problem.diagnostic;
        if (m_problems.isHidden(problem))
            continue;
        const QString key = QString::number(static_cast<int>(diagnostic.code)) + QLatin1Char('\n')
            + QString::number(static_cast<int>(diagnostic.severity)) + QLatin1Char('\n')
            + (problem.root ? problem.root->path() : QString()) + QLatin1Char('\n')
            + fromCore(diagnostic.message.text());
        const auto known = groups.constFind(key);
        if (known == groups.cend()) {
            groups.insert(key, m_rows.size());
            m_rows.push_back(
                {diagnostic.severity, diagnostic.code, diagnostic.message, problem.root, {diagnostic.place}});
        } else {
            m_rows[*known].places.push_back(diagnostic.place);
        }
    }
    std::stable_sort(
        m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.severity > b.severity; });
    endResetModel();
}

QString ProblemModel::copyText(int row) const
{
    const Row& problem = at(row);
    return fromCore(core::codeWord(problem.code)) + QLatin1Char('\t')
        + fromCore(problem.places.front().text()) + QLatin1Char('\t') + coreWords(problem.message);
}

int ProblemModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProblemModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = at(index.row());
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((column == Count ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == MonoRole)
        return column == PlaceColumn || column == Count || column == CodeColumn;
    if (role == DimRole)
        return column == Count && row.places.size() == 1;
    if (column == Sentence && role == StateRole)
        return static_cast<int>(glyphOf(row.severity));
    if (column == Sentence && role == Qt::AccessibleTextRole)
        return QString(severityName(row.severity) + QLatin1String(": ") + coreWords(row.message));
    if (column == Sentence && (role == Qt::DisplayRole || role == Qt::ToolTipRole))
        return coreWords(row.message);
    if (column == DumpColumn)
        return dumpData(row.root, role);
    if (column == PlaceColumn && role == Qt::DisplayRole)
        return fromCore(row.places.front().text());
    if (column == PlaceColumn && role == PathRole)
        return true;
    if (column == PlaceColumn && role == Qt::ToolTipRole) {
        QStringList places;
        for (std::size_t i = 0; i < std::min(kPlacesInTip, row.places.size()); ++i)
            places.append(fromCore(row.places[i].text()));
        if (row.places.size() > kPlacesInTip)
            places.append(
                tr("and %1 more").arg(groupedNumber(static_cast<qint64>(row.places.size() - kPlacesInTip))));
        return places.join(QLatin1Char('\n'));
    }
    if (column == Count && role == Qt::DisplayRole)
        return groupedNumber(static_cast<qint64>(row.places.size()));
    if (column == CodeColumn && role == Qt::DisplayRole)
        return fromCore(core::codeWord(row.code));
    return {};
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Count ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Sentence:
        return tr("problem");
    case DumpColumn:
        return tr("dump");
    case PlaceColumn:
        return tr("place");
    case Count:
        return tr("count");
    default:
        return tr("code");
    }
}

} // namespace dumpscope::gui
