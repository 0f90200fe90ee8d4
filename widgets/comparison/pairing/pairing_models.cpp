// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_models.h"

#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/fonts.h"

#include <QJsonDocument>

namespace dumpscope::gui {

void CandidateModel::setCandidates(
    std::shared_ptr<const PairingPicture> picture, bool isTarget, std::vector<PairingCandidate> candidates)
{
    beginResetModel();
    m_picture = std::move(picture);
    m_isTarget = isTarget;
    m_candidates = std::move(candidates);
    endResetModel();
}

int CandidateModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_candidates.size());
}

int CandidateModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const PairingCandidate& candidate = m_candidates[static_cast<std::size_t>(index.row())];
    const PairingPicture::Operator& op
        = m_isTarget ? m_picture->target[candidate.op] : m_picture->golden[candidate.op];
    if (role == PathRole)
        return index.column() == Name;
    if (role == MonoRole)
        return index.column() == Confidence;
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (index.column() == Confidence ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        const auto text = [&](int column) { return index.siblingAtColumn(column).data().toString(); };
        return text(Name) + QLatin1Char('\n') + text(Why) + QLatin1String(" · ") + text(Confidence);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return fromCore(op.name);
    case Why: {
        QStringList words;
        if (candidate.hasSameShape)
            words.append(tr("same shape"));
        if (candidate.hasSameType)
            words.append(tr("same type"));
        words.append(op.isPaired() ? tr("paired already") : tr("unpaired"));
        return words.join(QLatin1String(", "));
    }
    case Confidence:
        return QString::number(candidate.confidence, 'f', 2);
    default:
        return {};
    }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Confidence ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("candidate") : section == Why ? tr("why") : tr("confidence");
}

void RuleModel::setRules(QList<PairingEdits::Rule> rules)
{
    beginResetModel();
    m_rules = std::move(rules);
    endResetModel();
}

int RuleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rules.size());
}

int RuleModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

Qt::ItemFlags RuleModel::flags(const QModelIndex& index) const
{
    return QAbstractTableModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

QVariant RuleModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    // A pattern is code, but may be elided.
    if (role == Qt::FontRole)
        return monospaceFont();
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole)
        return {};
    const PairingEdits::Rule& rule = m_rules[index.row()];
    if (index.column() == Target)
        return rule.target;
    // Only what is typed can be edited; the rest is said.
    return role == Qt::EditRole || rule.more.isEmpty() ? rule.golden
                                                       : rule.golden + QStringLiteral("   ")
            + QString::fromUtf8(QJsonDocument(rule.more).toJson(QJsonDocument::Compact));
}

QVariant RuleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole)
        return section == Target ? tr("Target's operators: a glob, or /expression/ with groups")
                                 : tr("Golden's name; $1 stands for the first group");
    if (role != Qt::DisplayRole)
        return {};
    return section == Target ? tr("target pattern") : tr("golden template");
}

bool RuleModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || value.toString().isEmpty())
        return false;
    PairingEdits::Rule rule = m_rules[index.row()];
    (index.column() == Target ? rule.target : rule.golden) = value.toString();
    emit ruleEdited(index.row(), rule);
    return true;
}

} // namespace dumpscope::gui
