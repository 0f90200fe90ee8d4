// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/recorded_pair_model.h"

#include "base/difference_text.h"
#include "base/text.h"
#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/spacing.h"
#include "compare/conclusion/explanation.h"
#include "compare/layout/statistic_assemblies.h"
#include "compare/measuring/recorded_checksum.h"
#include "comparison/verdict_words.h"
#include "model/tensor_table.h"

#include <QPainter>
#include <QPixmap>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

namespace dumpscope::gui {

namespace {

constexpr int kBadge = 14;

/// A statistic, and the metrics that tell how far both sides are apart in it.
using Field = core::StatisticTable::Field;

struct Figure {
    const char* name;
    Field field;
    const char *difference = nullptr, *relative = nullptr;
    const char* counts = nullptr; ///< what metrics of elements that count the same begin with
};
constexpr std::array kFigures {Figure {"max", Field::Max, "max_diff", "max_diff_relative"},
    Figure {"min", Field::Min, "min_diff", "min_diff_relative"},
    Figure {"mean", Field::Mean, "mean_diff", "mean_diff_relative"},
    Figure {"l2norm", Field::L2Norm, "l2norm_diff", "l2norm_diff_relative"},
    Figure {"nan_count", Field::NanCount, nullptr, nullptr, "nan_"},
    Figure {"pos_inf_count", Field::PosInfCount, nullptr, nullptr, "inf_"},
    Figure {"neg_inf_count", Field::NegInfCount, nullptr, nullptr, "inf_"},
    Figure {"zero_count", Field::ZeroCount}};

using Row = RecordedPairModel::Row;
using Column = RecordedPairModel::Column;

class Reading {
public:
    Reading(const ComparisonDocument& document, std::size_t row)
        : m_pairs(*document.pairs())
        , m_row(row)
        , m_target(document.targetOf(row))
        , m_golden(document.goldenOf(row))
        , m_isMeasured(m_pairs.row(row).basis != core::PairBasis::Elements)
        , m_missed(core::missedLimits(m_pairs, row, document.setup().limits))
    {
        const core::TensorPair& pair = m_pairs.row(row).pair;
        if (!core::isPutTogether(pair) || !pair.hint->assembly->isOfStatistics)
            return;
        const core::Assembly& assembly = *pair.hint->assembly;
        const core::DumpIndex &target = *m_pairs.target().index, &golden = *m_pairs.golden().index;
        const std::vector<core::TensorId> parts
            = assembly.isOfGolden ? core::goldensOf(pair) : core::targetsOf(pair);
        if (assembly.partsUsed() > 1)
            (assembly.isOfGolden ? m_goldenTogether : m_targetTogether) = core::composedStatistics(
                core::partsIndex(assembly, target, golden), std::span(parts).first(assembly.partsUsed()));
        if (!assembly.together.empty())
            (assembly.isOfGolden ? m_targetTogether : m_goldenTogether)
                = core::composedStatistics(assembly.isOfGolden ? target : golden, assembly.together);
    }

    std::vector<Row> rows()
    {
        if (!m_target.isValid() || !m_golden.isValid())
            return {};
        for (const Figure& figure : kFigures)
            addFigure(figure);
        addDigests();
        for (const char* name : {"dtype", "shape"})
            addWords(QString::fromLatin1(name), cellOf(m_target, name).second, cellOf(m_golden, name).second);
        return std::move(m_rows);
    }

private:
    static std::pair<std::optional<double>, QString> cellOf(const TensorRef& tensor, const char* name)
    {
        const core::TensorTable& table = *tensor.root->table();
        const core::Cell cell = table.cell(tensor.id.value(), table.columnByName(name));
        return {core::cellNumber(cell), fromCore(core::cellText(cell))};
    }

    /// Of several tensors that were compared together what they have together.
    static std::pair<std::optional<double>, QString> figureOf(
        const TensorRef& tensor, const core::StatisticTable* together, const Figure& figure)
    {
        if (!together)
            return cellOf(tensor, figure.name);
        const auto value = together->value(figure.field, 0);
        return {value, value ? fromCore(core::numberText(*value)) : QString()};
    }

    [[nodiscard]] bool hasMetric(const char* name) const { return name && m_pairs.columnByName(name) >= 0; }

    /// As the results show it.
    [[nodiscard]] QString numberOf(const char* name, const std::optional<double>& number) const
    {
        if (number)
            return fromCore(core::numberText(*number));
        const auto metric = name ? m_pairs.metrics().indexOf(name) : std::nullopt;
        const core::PairResult& result = m_pairs.row(m_row);
        return metric && *metric < result.values.size() ? missingNumberText(result, *metric) : QString();
    }

    /// Of the comparison, where it was measured.
    [[nodiscard]] std::optional<double> valueOf(const char* name) const
    {
        const int column = name ? m_pairs.columnByName(name) : -1;
        return column < 0 ? std::nullopt : core::cellNumber(m_pairs.cell(m_row, column));
    }

    void addFigure(const Figure& figure)
    {
        const auto [x, targetText] = figureOf(m_target, m_targetTogether.get(), figure);
        const auto [y, goldenText] = figureOf(m_golden, m_goldenTogether.get(), figure);
        if (targetText.isEmpty() && goldenText.isEmpty())
            return;
        Row row;
        row.name = QString::fromLatin1(figure.name);
        row.texts[Column::Target] = targetText;
        row.texts[Column::Golden] = goldenText;
        // The results have these numbers, or say that there are none; what they do not have is computed here.
        std::optional<double> difference = valueOf(figure.difference), relative = valueOf(figure.relative);
        if (!hasMetric(figure.difference) && m_isMeasured && x && y && std::isfinite(*x) && std::isfinite(*y))
            difference = *x - *y;
        if (figure.relative && !hasMetric(figure.relative) && difference && y && *y != 0)
            relative = std::fabs(*difference / *y);
        row.texts[Column::Difference] = difference && x && y && *difference == *x - *y
            ? fromCore(core::differenceText(*x, *y))
            : numberOf(figure.difference, difference);
        row.texts[Column::Relative] = numberOf(figure.relative, relative);
        const bool areSameNaN = x && y && std::isnan(*x) && std::isnan(*y);
        // What one side did not record is not known to differ.
        const bool isOfBoth = !targetText.isEmpty() && !goldenText.isEmpty();
        row.differs
            = isOfBoth && targetText != goldenText && !areSameNaN && !(difference && *difference == 0);
        const auto isMissed = [&](const core::CompiledLimits::Missed& missed) {
            const std::string& metric = missed.rule.metric;
            return (figure.difference && metric == figure.difference)
                || (figure.relative && metric == figure.relative)
                || (figure.counts && row.differs && metric.starts_with(figure.counts));
        };
        const auto deciding = std::ranges::find_if(m_missed.deciding, isMissed);
        const auto explained = std::ranges::find_if(m_missed.explained, isMissed);
        if (deciding != m_missed.deciding.end()) {
            row.state = deciding->rule.verdict == core::Verdict::Warn ? State::Warn : State::Fail;
            row.texts[Column::Limit] = limitText(deciding->rule);
        } else if (explained != m_missed.explained.end()) {
            row.texts[Column::Limit] = limitText(explained->rule);
        }
        // A tensor that is not finite fails by that, not by a number.
        const bool isNonFinite = (x && !std::isfinite(*x)) || (y && !std::isfinite(*y));
        if (row.state == State::None && (figure.counts || isNonFinite) && row.differs)
            row.state = stateOf(m_pairs.row(m_row).verdict);
        m_rows.push_back(std::move(row));
    }

    /// For what it holds is said above.
    [[nodiscard]] QString limitText(core::LimitRule rule) const
    {
        rule.when.clear();
        return fromCore(rule.metric + ' ' + core::boundText(rule, m_pairs, m_row).text());
    }

    void addDigests()
    {
        const auto digestsOf = [](const TensorRef& tensor) {
            std::vector<std::pair<QString, QString>> known;
            const core::TensorRow& row = tensor.row();
            if (row.statisticRow == core::TensorRow::kNone)
                return known;
            const auto& table = *tensor.root->index()->statisticTables()[row.statisticTable];
            for (const auto& digest : table.digests)
                known.emplace_back(
                    fromCore(digest.name), fromCore(table.strings.text(digest.text[row.statisticRow])));
            return known;
        };
        const auto target = digestsOf(m_target), golden = digestsOf(m_golden);
        QStringList names;
        for (const auto* side : {&target, &golden}) {
            for (const auto& [name, text] : *side) {
                if (!text.isEmpty() && !names.contains(name))
                    names.append(name);
            }
        }
        const auto textOf = [](const auto& side, const QString& name) {
            const auto found = std::ranges::find(side, name, [](const auto& one) { return one.first; });
            return found == side.end() ? QString() : found->second;
        };
        for (const QString& name : names)
            addWords(name, textOf(target, name), textOf(golden, name), true);
    }

    void addWords(const QString& name, const QString& target, const QString& golden, bool isChecksum = false)
    {
        if (target.isEmpty() && golden.isEmpty())
            return;
        Row row;
        row.name = name;
        row.isChecksum = isChecksum;
        row.texts[Column::Target] = target;
        row.texts[Column::Golden] = golden;
        const auto& same = m_pairs.row(m_row).sameChecksum;
        row.differs = isChecksum && same ? !*same : target != golden;
        // Checksums of two kinds are of the same bytes and never the same text.
        const auto kindOf = [](const QString& text) { return core::checksumKindOf(text.toStdString()); };
        const auto targetKind = kindOf(target), goldenKind = kindOf(golden);
        const bool isOfTwoKinds = isChecksum && targetKind && goldenKind && targetKind != goldenKind;
        row.differs &= !isOfTwoKinds;
        if (isOfTwoKinds)
            row.texts[Column::Difference] = RecordedPairModel::tr("not comparable: %1 beside %2")
                                                .arg(fromCore(core::checksumKindName(*targetKind)),
                                                    fromCore(core::checksumKindName(*goldenKind)));
        else if (!target.isEmpty() && !golden.isEmpty())
            row.texts[Column::Difference]
                = row.differs ? RecordedPairModel::tr("differs") : RecordedPairModel::tr("equal");
        if (isChecksum && row.differs && m_pairs.row(m_row).basis == core::PairBasis::Checksums)
            row.state = stateOf(m_pairs.row(m_row).verdict);
        m_rows.push_back(std::move(row));
    }

    const core::PairTable& m_pairs;
    std::size_t m_row;
    TensorRef m_target, m_golden;
    bool m_isMeasured; ///< else what both sides recorded is of unlike things, and its difference no error
    core::MissedLimits m_missed;
    std::shared_ptr<const core::StatisticTable> m_targetTogether, m_goldenTogether; ///< null: of one tensor
    std::vector<Row> m_rows;
};

} // namespace

RecordedPairModel::RecordedPairModel(QWidget& widget)
    : QAbstractTableModel(&widget)
    , m_widget(widget)
{
}

void RecordedPairModel::setPair(const ComparisonDocument* document, std::optional<std::size_t> row)
{
    beginResetModel();
    const bool isThere = document && document->pairs() && row && *row < document->pairs()->rows();
    m_rows = isThere ? Reading(*document, *row).rows() : std::vector<Row>();
    for (Row& one : m_rows)
        one.texts[Name] = one.name;
    endResetModel();
}

int RecordedPairModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RecordedPairModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant RecordedPairModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const QString& text = row.texts[static_cast<std::size_t>(index.column())];
    const bool isValue = index.column() >= Target && index.column() <= Relative;
    switch (role) {
    case Qt::DisplayRole:
        // What was not recorded is no zero.
        return text.isEmpty() && (index.column() == Target || index.column() == Golden) ? QStringLiteral("·")
                                                                                        : text;
    case CopyRole:
        return text;
    case Qt::ToolTipRole:
        return text.isEmpty() ? QVariant() : QVariant(text);
    case Qt::TextAlignmentRole:
        return static_cast<int>((isValue ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case MonoRole:
        return isValue;
    case PathRole: // a checksum widens no column; the tip has it whole
        return isValue && row.isChecksum;
    case StateRole:
        return index.column() == Name && row.state != State::None ? QVariant(static_cast<int>(row.state))
                                                                  : QVariant();
    case DimRole:
        return isValue && (text.isEmpty() || (!row.differs && index.column() >= Difference));
    case BoldRole:
        return row.state != State::None && index.column() == Name;
    default:
        return {};
    }
}

QVariant RecordedPairModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const bool isSide = section == Target || section == Golden;
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (section == Difference || section == Relative ? Qt::AlignRight : Qt::AlignLeft)
            | Qt::AlignVCenter); // badges stand at the left
    if (role == Qt::DecorationRole && isSide) {
        const int side = scaled(kBadge);
        QPixmap badge(QSize(side, side) * m_widget.devicePixelRatioF());
        badge.setDevicePixelRatio(m_widget.devicePixelRatioF());
        badge.fill(Qt::transparent);
        QPainter painter(&badge);
        paintStateGlyph(painter, section == Target ? State::TargetSide : State::GoldenSide,
            QRectF(0, 0, side, side), Theme::of(&m_widget));
        return badge;
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("statistic");
    case Target:
        return tr("Target");
    case Golden:
        return tr("Golden");
    case Difference:
        return QStringLiteral("Δ");
    case Relative:
        return tr("relative");
    default:
        return tr("missed limit");
    }
}

} // namespace dumpscope::gui
