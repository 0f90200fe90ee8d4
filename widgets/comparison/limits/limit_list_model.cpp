// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/limits/limit_list_model.h"

#include "base/text.h"
#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/numbers.h"
#include "comparison/verdict_words.h"
#include "metrics/metric_registry.h"

#include <QRegularExpression>

#include <array>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr std::array kOps {"=", "!=", "<", "<=", ">", ">="};

/// Errors and distances: the less, the better, and nothing is better than none.
bool isNeverNegative(const std::string& metric)
{
    const auto known = core::builtinMetrics()->findMetric(metric);
    return known && known->info().better == core::Better::Lower;
}

} // namespace

void LimitListModel::setLimits(core::Limits limits)
{
    // A reset closes the cell that somebody edits, and the same rules come again with every judgement.
    if (core::limitsJson(limits) == core::limitsJson(m_limits)) {
        m_limits.name = std::move(limits.name);
        return;
    }
    beginResetModel();
    m_limits = std::move(limits);
    m_decided.clear();
    endResetModel();
}

void LimitListModel::setDecided(std::vector<std::uint64_t> decided)
{
    if (decided.size() != m_limits.rules.size())
        return;
    m_decided = std::move(decided);
    if (rowCount() > 0)
        emit dataChanged(index(0, Rows), index(rowCount() - 1, Rows));
}

std::optional<core::Limits> LimitListModel::edited(const QModelIndex& index, const QString& text) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return std::nullopt;
    core::Limits limits = m_limits;
    limits.name.clear(); // of a preset or file, which has other rules
    core::LimitRule& rule = limits.rules[static_cast<std::size_t>(index.row())];
    const QString word = text.trimmed();
    switch (index.column()) {
    case Metric:
        if (word.isEmpty())
            return std::nullopt;
        rule.metric = word.toStdString();
        break;
    case Op: {
        const auto found = std::find_if(
            kOps.begin(), kOps.end(), [&](const char* op) { return word == QLatin1String(op); });
        if (found == kOps.end())
            return std::nullopt;
        rule.op = static_cast<core::LimitRule::Op>(found - kOps.begin());
        break;
    }
    case Value: {
        const auto value = core::parseDouble(word.toStdString());
        if (!value || !std::isfinite(*value) || (*value < 0 && isNeverNegative(rule.metric)))
            return std::nullopt;
        rule.value = *value;
        break;
    }
    case When:
        // As a filter it would look for it in names: somebody is in the wrong column.
        if (core::parseDouble(word.toStdString()))
            return std::nullopt;
        rule.when = word.toStdString();
        break;
    case VerdictColumn:
        if (word != verdictText(core::Verdict::Fail) && word != verdictText(core::Verdict::Warn)
            && word != u"fail" && word != u"warn")
            return std::nullopt;
        rule.verdict = word == verdictText(core::Verdict::Warn) || word == u"warn" ? core::Verdict::Warn
                                                                                   : core::Verdict::Fail;
        break;
    default:
        return std::nullopt;
    }
    return limits;
}

QString LimitListModel::whyNot(const QModelIndex& index, const QString& text) const
{
    if (edited(index, text) || !index.isValid() || index.row() >= rowCount())
        return {};
    if (index.column() == Metric)
        return tr("The id of a metric is expected.");
    if (index.column() == When)
        return filterExpected();
    if (index.column() != Value)
        return {};
    const auto value = core::parseDouble(text.trimmed().toStdString());
    if (!value)
        return tr("A number is expected.");
    if (!std::isfinite(*value))
        return tr("A finite number is expected: a limit cannot be NaN or infinity.");
    return tr("%1 is never negative: a number of 0 or more is expected.")
        .arg(fromCore(m_limits.rules[static_cast<std::size_t>(index.row())].metric));
}

QString LimitListModel::filterExpected()
{
    return tr("A filter is expected, such as precision:float16 or op_name:*conv*; the limit itself stands "
              "in the column before.");
}

int LimitListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_limits.rules.size());
}

int LimitListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

Qt::ItemFlags LimitListModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() != Rows ? usual | Qt::ItemIsEditable : usual;
}

QVariant LimitListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const core::LimitRule& rule = m_limits.rules[row];
    // A filter is code, but may be elided; numbers and names of metrics may not.
    if (role == MonoRole)
        return index.column() != VerdictColumn && index.column() != When;
    if (role == Qt::FontRole && index.column() == When)
        return monospaceFont();
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (index.column() == Value || index.column() == Rows ? Qt::AlignRight : Qt::AlignLeft)
            | Qt::AlignVCenter);
    if (role == StateRole && index.column() == VerdictColumn)
        return static_cast<int>(stateOf(rule.verdict));
    if (role == DimRole)
        return index.column() == When && rule.when.empty();
    if (role == Qt::ToolTipRole && index.column() == When)
        return fromCore(rule.when);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != CopyRole)
        return {};
    switch (index.column()) {
    case Metric:
        return fromCore(rule.metric);
    case Op:
        return QLatin1String(kOps[static_cast<std::size_t>(rule.op)]);
    case Value:
        return fromCore(core::numberText(rule.value));
    case When:
        return rule.when.empty() && role == Qt::DisplayRole ? tr("every pair") : fromCore(rule.when);
    case VerdictColumn:
        return verdictText(rule.verdict);
    case Rows:
        return row < m_decided.size() ? groupedNumber(static_cast<qint64>(m_decided[row])) : QString();
    default:
        return {};
    }
}

QVariant LimitListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (section == Value || section == Rows ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == When)
        return tr("Which pairs the rule is for, as a filter: precision:float16 op_name:*conv*");
    if (role == Qt::ToolTipRole && section == Rows)
        return tr("Pairs for which this rule counts: the first that selects them decides");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Metric:
        return tr("metric");
    case Op:
        return tr("must be");
    case Value:
        return tr("limit");
    case When:
        return tr("dtype and operators");
    case VerdictColumn:
        return tr("else");
    case Rows:
        return tr("pairs");
    default:
        return {};
    }
}

bool LimitListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole)
        return false;
    const auto limits = edited(index, value.toString());
    if (!limits)
        return false;
    emit limitsEdited(*limits);
    return true;
}

QString steppedNumber(const QString& text, int by)
{
    static const QRegularExpression number(QStringLiteral(R"(^\s*([+-]?)(\d+)(?:\.(\d+))?(e[+-]?\d+)?\s*$)"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = number.match(text);
    if (!match.hasMatch())
        return text;
    const auto digits = static_cast<int>(match.captured(3).size());
    bool isRight = false;
    qint64 value = (match.captured(2) + match.captured(3)).toLongLong(&isRight);
    if (!isRight)
        return text;
    value = (match.captured(1) == u"-" ? -value : value) + by;
    QString made = QString::number(std::abs(value)).rightJustified(digits + 1, QLatin1Char('0'));
    if (digits > 0)
        made.insert(made.size() - digits, QLatin1Char('.'));
    return (value < 0 ? QStringLiteral("-") : QString()) + made + match.captured(4);
}

} // namespace dumpscope::gui
