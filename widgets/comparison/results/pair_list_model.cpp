// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/results/pair_list_model.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "comparison/results/row_state.h"
#include "comparison/verdict_words.h"
#include "model/tensor_place.h"

#include <QApplication>
#include <QBrush>

namespace dumpscope::gui {

void PairListModel::setPairs(
    std::shared_ptr<const core::PairTable> pairs, const core::Limits& limits, bool isGrown)
{
    m_nextLimits = limits;
    const std::size_t rows = pairs->rows();
    isGrown ? growTable(std::move(pairs), rows) : setTable(std::move(pairs), rows);
}

void PairListModel::tableReplaced()
{
    m_limits = RowLimits(m_nextLimits, *pairs());
    const auto number = [&](std::string_view key) { return pairs()->columnByName(key); };
    m_columns = {number("verdict"), number("op_name"), number("io"), number("dtype"), number("shape"),
        number("exec_index"), number("pair_origin"),
        static_cast<int>(pairs()->columns().size() - pairs()->metrics().size())};
}

// A quotient by golden's zero is infinite though every element is a number.
std::optional<NonFinite> PairListModel::hatch(std::uint32_t source, int column, const core::Cell& cell) const
{
    if (column >= m_columns.firstMetric && pairs()->row(source).state != core::PairState::NonFinite)
        return std::nullopt;
    return ColumnModel::hatch(source, column, cell);
}

void PairListModel::setFirstDivergence(std::optional<std::size_t> row)
{
    if (m_divergence == row)
        return;
    std::vector<std::uint32_t> changed;
    for (const auto& one : {m_divergence, row}) {
        if (one)
            changed.push_back(static_cast<std::uint32_t>(*one));
    }
    m_divergence = row;
    cellsChanged(changed);
}

QVariant PairListModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::ForegroundRole && index.isValid() && index.column() == m_columns.verdict)
        return QBrush(
            Theme::of(QApplication::palette()).color(tokenOf(pairs()->row(sourceRow(index.row())).verdict)));
    return ColumnModel::data(index, role);
}

QVariant PairListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    // The first click on a metric brings its worst pairs up.
    if (orientation == Qt::Horizontal && role == Qt::InitialSortOrderRole && section >= m_columns.firstMetric
        && section < columnCount()) {
        const core::MetricInfo& metric
            = pairs()->metrics().info(static_cast<std::size_t>(section - m_columns.firstMetric));
        return static_cast<int>(
            metric.better == core::Better::Higher ? Qt::AscendingOrder : Qt::DescendingOrder);
    }
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole && section >= 0 && section < columnCount()) {
        if (section == m_columns.order)
            return QStringLiteral("#");
        if (section >= m_columns.firstMetric) {
            const QString title
                = shortMetricTitle(table()->columns()[static_cast<std::size_t>(section)].name);
            return isRounded(section) ? QString(title + QStringLiteral(" ≈")) : title;
        }
    }
    return ColumnModel::headerData(section, orientation, role);
}

core::SortKey PairListModel::firstKey(int column, Qt::SortOrder order) const
{
    if (!pairs() || !pairs()->hasBadness(column))
        return ColumnModel::firstKey(column, order);
    const bool isWorstFirst
        = headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole).toInt() == static_cast<int>(order);
    return {column, isWorstFirst, true};
}

QString PairListModel::bothSides(std::uint32_t source, int column, const char* golden) const
{
    const QString target = fromCore(core::cellText(table()->cell(source, column)));
    const QString other = fromCore(core::cellText(table()->cell(source, table()->columnByName(golden))));
    return target == other ? target : QStringLiteral("%1 → %2").arg(target, other);
}

/// Where golden calls its operator otherwise; else the whole name is enough.
QVariant PairListModel::tipOfNames(const core::TensorPair& pair) const
{
    const auto nameOf = [](const core::DumpIndex& index, core::TensorId id) {
        const core::StringId name = index.tensor(id).opName;
        return name.isValid() ? shownName(index.text(name)) : QString();
    };
    const QString target = nameOf(*pairs()->target().index, pair.target),
                  golden = nameOf(*pairs()->golden().index, pair.golden);
    return target == golden ? QVariant() : QVariant(tr("Target: %1\nGolden: %2").arg(target, golden));
}

// Two whole names have no room beside the numbers.
QString PairListModel::bothTypes(const core::TensorPair& pair) const
{
    const core::DType target = pairs()->target().index->tensor(pair.target).dtype;
    const core::DType golden = pairs()->golden().index->tensor(pair.golden).dtype;
    if (target == golden)
        return target == core::DType::Unknown ? QString() : fromCore(core::dtypeName(target));
    const auto nameOf = [](core::DType dtype) {
        return dtype == core::DType::Unknown ? QString() : fromCore(core::shortDtypeName(dtype));
    };
    return QStringLiteral("%1 → %2").arg(nameOf(target), nameOf(golden));
}

QVariant PairListModel::special(std::uint32_t source, int column, const core::Cell& cell, int role) const
{
    const core::PairResult& result = pairs()->row(source);
    if (column >= m_columns.firstMetric)
        return metricCell(source, column, cell, role);
    if (role == Qt::ToolTipRole && column == m_columns.verdict && !result.reason.empty())
        return coreSentence(result.reason);
    if (role == Qt::ToolTipRole && column == m_columns.origin)
        return coreSentence(result.pair.reason);
    if (role == StateRole && column == m_columns.verdict)
        return static_cast<int>(rowState(*pairs(), source, m_divergence));
    if (role == BoldRole && column == m_columns.verdict)
        return result.verdict == core::Verdict::Fail;
    if (role == BoldRole && column == m_columns.opName)
        return m_divergence == std::size_t {source};
    if (role == Qt::ToolTipRole && column == m_columns.opName)
        return tipOfNames(result.pair);
    if (role == Qt::ToolTipRole && column == m_columns.dtype)
        return bothSides(source, column, "golden_dtype");
    if (role != Qt::DisplayRole)
        return {};
    if (column == m_columns.verdict)
        return verdictText(result.verdict);
    if (column == m_columns.io)
        return coreWords(core::tensorPlace(*pairs()->target().index, result.pair.target));
    if (column == m_columns.dtype)
        return bothTypes(result.pair);
    if (column == m_columns.shape)
        return bothSides(source, column, "golden_shape");
    if (column == m_columns.origin)
        return originText(result.pair.origin);
    return {};
}

QVariant PairListModel::metricCell(std::uint32_t source, int column, const core::Cell& cell, int role) const
{
    const core::PairResult& result = pairs()->row(source);
    const auto metric = static_cast<std::size_t>(column - m_columns.firstMetric);
    const bool hasNumber = !core::isNull(cell);
    if (role == Qt::DisplayRole && !hasNumber && metric < result.values.size())
        return missingNumberText(result, metric);
    if (role != TintRole && role != Qt::ToolTipRole)
        return {};
    const core::LimitRule* const rule = m_limits.ruleOf(*pairs(), source, column);
    const auto value = core::cellNumber(cell);
    if (role == Qt::ToolTipRole)
        return rule && value ? fromCore(rule->text()) : QVariant();
    const bool isJudged = result.verdict != core::Verdict::NotComparable;
    const auto missed = isJudged && rule && value ? RowLimits::missedBy(*rule, *value) : std::nullopt;
    return missed ? QVariant(*missed) : QVariant();
}

QList<QByteArray> leadingMetrics(const core::PairTable& pairs, const QString& profile)
{
    QList<QByteArray> keys;
    const auto add = [&](std::string_view key) {
        keys.append(QByteArray(key.data(), static_cast<qsizetype>(key.size())));
    };
    const core::MetricSelection& metrics = pairs.metrics();
    if (profile != QLatin1String("dumpscope")) {
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            if (metrics.info(i).officialTitle(profile.toStdString()))
                add(metrics.info(i).id);
        }
        return keys;
    }
    for (const std::string_view key :
        {"cosine_similarity", "max_absolute_error", "relative_euclidean_distance", "mismatch_ratio"}) {
        if (metrics.indexOf(key))
            add(key);
    }
    return keys;
}

} // namespace dumpscope::gui
