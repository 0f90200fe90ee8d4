// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tables/pair_table.h"

#include "compare/elements/quantised_pair.h"
#include "compare/elements/significand.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "compare/truth_errors.h"

#include "base/parallel.h"
#include "model/module_scope.h"
#include "model/operator_times.h"
#include "model/row_statistics.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

/// Everything a getter may look at.
struct View {
    const PairTable& table;
    std::size_t number;
    const PairResult& result;

    const DumpIndex& targetIndex() const { return *table.target().index; }
    const DumpIndex& goldenIndex() const { return *table.golden().index; }
    const TensorRow& target() const { return targetIndex().tensor(result.pair.target); }
    const TensorRow& golden() const { return goldenIndex().tensor(result.pair.golden); }
    const FolderFacts& facts() const { return targetIndex().factsOf(result.pair.target); }
};
using Getter = Cell (*)(const View&);

Cell known(std::string_view text)
{
    return text.empty() ? Cell() : Cell(text);
}

Cell textOf(const Message& message)
{
    return message.empty() ? Cell() : Cell(message.text());
}

Cell textOf(const DumpIndex& index, StringId id)
{
    return id.isValid() ? known(index.text(id)) : Cell();
}

template<typename T> Cell number(const std::optional<T>& value)
{
    return value ? Cell(*value) : Cell();
}

Cell shapeOf(const DumpIndex& index, const TensorRow& row)
{
    return row.shape.isValid() ? Cell(shapeText(index.shape(row.shape))) : Cell();
}

Cell dtypeOf(const TensorRow& row)
{
    return row.dtype == DType::Unknown ? Cell() : Cell(dtypeName(row.dtype));
}

Cell durationOf(const DumpIndex& index, TensorId id)
{
    const OperatorTime* const time = index.times() == nullptr ? nullptr : index.times()->of(id);
    return time == nullptr ? Cell() : Cell(time->duration);
}

using RecordedField = StatisticTable::Field;

/// As a file of statistics has it; of elements nothing is kept.
Cell recorded(const DumpIndex& index, const TensorRow& row, RecordedField field)
{
    return row.statisticRow == TensorRow::kNone
        ? Cell()
        : recordedCell(*index.statisticTables()[row.statisticTable], field, row.statisticRow);
}

struct PairColumn {
    std::string_view name;
    ColumnType type;
    Getter get;
    std::span<const std::string_view> words = {};
};

constexpr std::array kColumns {
    PairColumn {"index", ColumnType::Integer, [](const View& v) { return Cell(std::uint64_t {v.number}); }},
    PairColumn {"verdict", ColumnType::Text,
        [](const View& v) { return Cell(verdictWord(v.result.verdict)); }, kVerdictWords},
    PairColumn {"run", ColumnType::Text, [](const View& v) { return known(v.facts().run); }},
    PairColumn {"rank", ColumnType::Integer, [](const View& v) { return number(v.facts().rank); }},
    PairColumn {"step", ColumnType::Integer, [](const View& v) { return number(v.facts().step); }},
    PairColumn {"model", ColumnType::Text, [](const View& v) { return known(v.facts().model); }},
    PairColumn {"graph_id", ColumnType::Integer, [](const View& v) { return number(v.facts().graphId); }},
    PairColumn {"exec_index", ColumnType::Integer,
        [](const View& v) {
            const std::uint32_t at = v.target().execIndex;
            return at == TensorRow::kNone ? Cell() : Cell(std::uint64_t {at});
        }},
    PairColumn {"op_type", ColumnType::Text,
        [](const View& v) { return textOf(v.targetIndex(), v.target().opType); }},
    PairColumn {"op_name", ColumnType::Text,
        [](const View& v) { return textOf(v.targetIndex(), v.target().opName); }},
    PairColumn {"golden_op_name", ColumnType::Text,
        [](const View& v) { return textOf(v.goldenIndex(), v.golden().opName); }},
    PairColumn {"io", ColumnType::Text, [](const View& v) { return known(ioWord(v.target().io)); }, kIoWords},
    PairColumn {"slot", ColumnType::Integer,
        [](const View& v) { return v.target().slot < 0 ? Cell() : Cell(std::int64_t {v.target().slot}); }},
    PairColumn {"occurrence", ColumnType::Integer,
        [](const View& v) { return Cell(std::uint64_t {v.target().occurrence}); }},
    PairColumn {"dtype", ColumnType::Text, [](const View& v) { return dtypeOf(v.target()); }},
    PairColumn {"golden_dtype", ColumnType::Text, [](const View& v) { return dtypeOf(v.golden()); }},
    PairColumn {
        "precision", ColumnType::Text, [](const View& v) { return known(v.table.precision(v.number)); }},
    PairColumn {
        "shape", ColumnType::Dimensions, [](const View& v) { return shapeOf(v.targetIndex(), v.target()); }},
    PairColumn {"golden_shape", ColumnType::Dimensions,
        [](const View& v) { return shapeOf(v.goldenIndex(), v.golden()); }},
    PairColumn {"target_id", ColumnType::Text,
        [](const View& v) { return Cell(v.targetIndex().tensorId(v.result.pair.target)); }},
    PairColumn {"golden_id", ColumnType::Text,
        [](const View& v) { return Cell(v.goldenIndex().tensorId(v.result.pair.golden)); }},
    PairColumn {"pair_origin", ColumnType::Text,
        [](const View& v) { return Cell(pairOriginWord(v.result.pair.origin)); }},
    PairColumn {"pair_reason", ColumnType::Text, [](const View& v) { return textOf(v.result.pair.reason); }},
    PairColumn {"confidence", ColumnType::Real, [](const View& v) { return Cell(v.result.pair.confidence); }},
    PairColumn {"checksum", ColumnType::Text,
        [](const View& v) { return known(checksumWord(v.result.sameChecksum)); }},
    PairColumn {
        "state", ColumnType::Text, [](const View& v) { return Cell(pairStateWord(v.result.shownState())); }},
    PairColumn {"reason", ColumnType::Text, [](const View& v) { return textOf(v.result.reason); }},
    PairColumn {
        "scope", ColumnType::Text, [](const View& v) { return known(scopeOf(v.targetIndex(), v.target())); }},
    PairColumn {"layer", ColumnType::Text,
        [](const View& v) {
            std::string layer = layerOf(v.targetIndex(), v.target());
            return layer.empty() ? Cell() : Cell(std::move(layer));
        }},
    PairColumn {"duration_us", ColumnType::Real,
        [](const View& v) { return durationOf(v.targetIndex(), v.result.pair.target); }},
    PairColumn {"golden_duration_us", ColumnType::Real,
        [](const View& v) { return durationOf(v.goldenIndex(), v.result.pair.golden); }},
    PairColumn {"max_target", ColumnType::Real,
        [](const View& v) { return recorded(v.targetIndex(), v.target(), RecordedField::Max); }},
    PairColumn {"max_golden", ColumnType::Real,
        [](const View& v) { return recorded(v.goldenIndex(), v.golden(), RecordedField::Max); }},
    PairColumn {"min_target", ColumnType::Real,
        [](const View& v) { return recorded(v.targetIndex(), v.target(), RecordedField::Min); }},
    PairColumn {"min_golden", ColumnType::Real,
        [](const View& v) { return recorded(v.goldenIndex(), v.golden(), RecordedField::Min); }},
    PairColumn {"mean_target", ColumnType::Real,
        [](const View& v) { return recorded(v.targetIndex(), v.target(), RecordedField::Mean); }},
    PairColumn {"mean_golden", ColumnType::Real,
        [](const View& v) { return recorded(v.goldenIndex(), v.golden(), RecordedField::Mean); }},
    PairColumn {"l2norm_target", ColumnType::Real,
        [](const View& v) { return recorded(v.targetIndex(), v.target(), RecordedField::L2Norm); }},
    PairColumn {"l2norm_golden", ColumnType::Real,
        [](const View& v) { return recorded(v.goldenIndex(), v.golden(), RecordedField::L2Norm); }},
};

const TruthRow* truthOf(const View& v)
{
    return v.table.truth() ? v.table.truth()->find(v.number) : nullptr;
}

/// Of a comparison with a truth.
constexpr std::array kTruthColumns {
    PairColumn {"truth_target", ColumnType::Real,
        [](const View& v) {
            const TruthRow* const row = truthOf(v);
            return row == nullptr ? Cell() : number(row->target.relativeL2);
        }},
    PairColumn {"truth_golden", ColumnType::Real,
        [](const View& v) {
            const TruthRow* const row = truthOf(v);
            return row == nullptr ? Cell() : number(row->golden.relativeL2);
        }},
    PairColumn {"truth_ratio", ColumnType::Real,
        [](const View& v) {
            const TruthRow* const row = truthOf(v);
            return row == nullptr ? Cell() : number(row->ratio());
        }},
};

bool isSameText(const std::shared_ptr<const std::string>& a, const std::shared_ptr<const std::string>& b)
{
    return a == b || (a && b && *a == *b);
}

/// Whether every one of `count` elements was counted as NaN or infinite.
bool isCountedNonFinite(const DumpIndex& index, TensorId id, std::uint64_t count)
{
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return false;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    double counted = 0;
    for (const RecordedField field :
        {RecordedField::NanCount, RecordedField::PosInfCount, RecordedField::NegInfCount})
        counted += table.value(field, row.statisticRow).value_or(0);
    return counted == static_cast<double>(count);
}

/// As a file has it; absent: none does.
std::optional<double> recordedNorm(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return std::nullopt;
    return index.statisticTables()[row.statisticTable]->value(RecordedField::L2Norm, row.statisticRow);
}

/// Whether every element is the same NaN, infinity or number on both sides, though that leaves none to
/// measure.
bool isEqualWithoutNumbers(const PairTable& pairs, std::size_t row)
{
    const PairResult& result = pairs.row(row);
    if (!result.figures || !result.figures->hasNonFinite || result.figures->differs)
        return false;
    return result.basis == PairBasis::Elements
        || (result.basis == PairBasis::Statistics
            && isCountedNonFinite(*pairs.target().index, result.pair.target, result.figures->count)
            && isCountedNonFinite(*pairs.golden().index, result.pair.golden, result.figures->count));
}

/// Whether a metric has left out elements whose NaN or infinities disagree.
bool isOfTheRest(const PairResult& result, std::size_t metric)
{
    return result.basis == PairBasis::Elements && result.values.state(metric) == PairState::NonFinite;
}

/// Whether a line of statistics says what the tensor's type is, known here or not.
bool recordsType(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return false;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    return row.statisticRow < table.dtypeText.size()
        && !table.strings.text(table.dtypeText[row.statisticRow]).empty();
}

/// Figures of official profiles become NaN by elements that both sides have in common, too.
Message nonFiniteReason(const PairResult& result)
{
    if (!result.figures || result.figures->nonFiniteDiffers)
        return phrase("NaN or infinities at different places");
    return result.basis == PairBasis::Elements && result.figures->hasNonFinite
        ? phrase(
            "NaN or infinities at the same places of both sides, which this profile takes into its figures: "
            "these are no numbers")
        : phrase("figures of this profile are NaN or infinite");
}

} // namespace

std::string_view checksumWord(const std::optional<bool>& same)
{
    return !same ? std::string_view() : *same ? "equal" : "differs";
}

const PairDetails& PairResult::details() const
{
    static const PairDetails none;
    return m_details ? *m_details : none;
}

void PairResult::setDetails(PairDetails details)
{
    const bool any = !details.alignment.empty() || !details.note.empty() || !details.worst.empty()
        || !details.blocks.empty() || details.histogram;
    m_details = any ? std::make_shared<const PairDetails>(std::move(details)) : nullptr;
}

PairTable::PairTable(
    ComparisonSide target, ComparisonSide golden, std::shared_ptr<const MetricSelection> metrics)
    : m_target(std::move(target))
    , m_golden(std::move(golden))
    , m_metrics(std::move(metrics))
{
    const auto ranksOf = [](const ComparisonSide& side) { // a run without ranks is one
        return std::max<std::size_t>(side.index->ranks().size(), 1);
    };
    const auto [fewer, more] = std::minmax({ranksOf(m_target), ranksOf(m_golden)});
    m_ranksBesideOne = more % fewer == 0 ? more / fewer : 0;
    makeColumns(false);
}

void PairTable::setTruth(std::shared_ptr<const TruthErrors> truth)
{
    m_truth = std::move(truth);
    if (columnByName(kTruthColumns.front().name) < 0)
        makeColumns(true);
}

void PairTable::makeColumns(bool hasTruth)
{
    auto schema = std::make_shared<Schema>();
    for (const PairColumn& column : kColumns)
        schema->columns.push_back({column.name, column.type, column.words});
    for (const PairColumn& column : kTruthColumns) {
        if (hasTruth)
            schema->columns.push_back({column.name, column.type, column.words});
    }
    for (const std::shared_ptr<const Metric>& metric : m_metrics->metrics())
        schema->columns.push_back({metric->info().id, ColumnType::Real, {}});
    for (std::size_t i = 0; i < schema->columns.size(); ++i)
        schema->byName.emplace(schema->columns[i].name, static_cast<int>(i));
    schema->byName.emplace("name", schema->byName.at("op_name"));
    schema->byName.emplace("#", schema->byName.at("exec_index")); // as the window heads the column
    m_schema = std::move(schema);
}

int PairTable::columnByName(std::string_view name) const
{
    const auto found = m_schema->byName.find(name);
    return found == m_schema->byName.end() ? -1 : found->second;
}

int PairTable::nameColumn() const
{
    return m_schema->byName.at("op_name");
}

Cell PairTable::cell(std::size_t row, int column) const
{
    const PairResult& result = *m_rows[row];
    const auto at = static_cast<std::size_t>(column);
    if (at < firstMetric()) {
        const PairColumn& one = at < kColumns.size() ? kColumns[at] : kTruthColumns[at - kColumns.size()];
        return one.get(View {*this, row, result});
    }
    const std::size_t metric = at - firstMetric();
    if (metric >= result.values.size() || result.isWithheld)
        return {};
    if (const auto number = result.values.number(metric)) {
        if (isOfTheRest(result, metric))
            return {};
        constexpr double kExact = 0x1p53;
        const auto exact = std::abs(*number) >= kExact ? ifRounded(result.values.text(metric)) : std::nullopt;
        return exact ? integerCell(*exact) : Cell(*number);
    }
    // Some metrics are text alone.
    std::string text
        = result.values.state(metric) == PairState::Ok ? result.values.text(metric) : std::string();
    return text.empty() ? Cell() : Cell(std::move(text));
}

std::optional<double> PairTable::metricNumber(std::size_t row, int column) const
{
    const PairResult& result = *m_rows[row];
    const std::size_t metric = static_cast<std::size_t>(column) - firstMetric();
    if (metric >= result.values.size() || result.isWithheld)
        return std::nullopt;
    if (const auto number = result.values.number(metric); number && !isOfTheRest(result, metric))
        return number;
    const bool isNonFinite
        = result.values.state(metric) == PairState::NonFinite || result.state == PairState::NonFinite;
    return isNonFinite ? std::optional(std::numeric_limits<double>::quiet_NaN()) : std::nullopt;
}

MetricValue PairTable::metricValue(std::size_t row, std::size_t metric) const
{
    return m_rows[row]->isWithheld ? noValue(PairState::NotComputed) : m_rows[row]->values[metric];
}

bool PairTable::hasBadness(int column) const
{
    return static_cast<std::size_t>(column) >= firstMetric();
}

std::optional<double> PairTable::badness(std::size_t row, int column) const
{
    const auto number = metricNumber(row, column);
    if (!number)
        return std::nullopt;
    const std::size_t metric = static_cast<std::size_t>(column) - firstMetric();
    return m_metrics->info(metric).better == Better::Higher ? -*number : std::abs(*number);
}

bool PairTable::has(std::size_t row, Property property) const
{
    const auto positive = [&](std::string_view metric) {
        const int column = columnByName(metric);
        return column >= 0 && cellNumber(cell(row, column)).value_or(0) > 0;
    };
    switch (property) {
    case Property::Nan:
        return positive("nan_target") || positive("nan_golden");
    case Property::Inf:
        return positive("inf_target") || positive("inf_golden");
    case Property::Problem:
        return m_rows[row]->state != PairState::Ok;
    case Property::Pair:
        return true;
    case Property::Overflow:
    case Property::Note:
        return false;
    }
    return false;
}

std::string_view PairTable::precision(std::size_t row) const
{
    const PairResult& result = *m_rows[row];
    if (result.basis == PairBasis::Checksums)
        return "checksum";
    const DType target = m_target.index->tensor(result.pair.target).dtype;
    const DType golden = m_golden.index->tensor(result.pair.golden).dtype;
    if (target == DType::Unknown && golden == DType::Unknown && result.basis == PairBasis::Statistics
        && !recordsType(*m_target.index, result.pair.target)
        && !recordsType(*m_golden.index, result.pair.golden))
        return "untyped";
    const int a = significandBits(target), b = significandBits(golden);
    if (a > 0 && (b == 0 || a <= b))
        return dtypeName(target);
    return b > 0 || target == DType::Unknown ? dtypeName(golden) : dtypeName(target);
}

/// Most rows have the reason of the one before; they share its text.
void PairTable::judgeRows(const CompiledLimits& limits, std::size_t from, std::size_t to, Message last)
{
    for (std::size_t row = from; row < to; ++row) {
        if (m_rows[row]->isWithheld)
            setVerdict(row, Verdict::NotComparable, {}, false);
        CompiledLimits::Outcome outcome = judged(limits, row);
        if (outcome.reason != last)
            last = std::move(outcome.reason);
        setVerdict(row, outcome.verdict, last, false);
    }
}

CompiledLimits::Outcome PairTable::judged(const CompiledLimits& limits, std::size_t row) const
{
    const PairResult& before = *m_rows[row];
    CompiledLimits::Outcome outcome;
    // Numbers over the elements that are left say nothing where NaN or infinities disagree, though official
    // tools give some.
    const bool isConflict
        = before.basis == PairBasis::Elements && before.figures && before.figures->nonFiniteDiffers;
    if (before.state == PairState::NonFinite || isConflict) {
        outcome.verdict = Verdict::Fail;
        const Message& note = before.details().note;
        outcome.reason = note.empty() ? nonFiniteReason(before) : note;
    } else {
        bool judged = false;
        outcome = limits.judge(*this, row, judged);
        if (!judged) {
            outcome.verdict = isEqualWithoutNumbers(*this, row) ? Verdict::Pass : Verdict::NotComparable;
            if (const Message& note = before.details().note; !note.empty())
                outcome.reason = note;
            else if (outcome.reason.empty())
                outcome.reason = phrase("no metric with a limit has a number");
        }
        judgeWithoutNorm(limits, row, outcome);
    }
    const TensorPair& pair = before.pair;
    if (outcome.verdict < Verdict::Fail
        && areQuantisedOtherwise(*m_target.index, pair.target, *m_golden.index, pair.golden)) {
        outcome.verdict = Verdict::Fail;
        outcome.reason = phrase("the integers stand for other numbers: the target is %1; golden is %2",
            m_target.index->message(m_target.index->tensor(pair.target).problem),
            m_golden.index->message(m_golden.index->tensor(pair.golden).problem));
    }
    // Whatever was measured, other bits are a difference.
    if (before.sameChecksum == false && outcome.verdict == Verdict::Pass) {
        outcome.verdict = Verdict::Warn;
        outcome.reason = phrase("%1; %2", phrase("the checksums differ"), std::move(outcome.reason));
    }
    return outcome;
}

/// Two infinite norms have no difference whatever else differs, one that is all a mask's hides the rest, and
/// one that nobody recorded says nothing: the limit of norms is that of extremes and mean then.
void PairTable::judgeWithoutNorm(
    const CompiledLimits& limits, std::size_t row, CompiledLimits::Outcome& outcome) const
{
    constexpr std::string_view kMetric = "l2norm_diff_relative";
    const std::optional<PairFigures>& figures = m_rows[row]->figures;
    if (!figures || !figures->hasLostNorm)
        return;
    const TensorError error = tensorError(*this, row);
    const LimitRule* const limit = limits.limitOf(kMetric, *this, row);
    const auto norm = recordedNorm(*m_golden.index, m_rows[row]->pair.golden);
    // Nothing but infinities, the same on both sides.
    const bool isSame = norm && std::isinf(*norm) && !error.differs
        && recordedNorm(*m_target.index, m_rows[row]->pair.target) == norm;
    if (!limit || (!error.hasNumbers && !isSame))
        return;
    const int column = columnByName(kMetric);
    const bool isFinite = std::isfinite(norm.value_or(0));
    const bool isRecorded = !isFinite || (column >= 0 && cellNumber(cell(row, column)).has_value());
    const Message why = !isRecorded  ? phrase("no norm was recorded of both sides")
        : error.isMasked && isFinite ? phrase("the norms are those of a mask")
        : isFinite                   ? phrase("the squares of a norm are too small for float32")
                                     : phrase("the norms are not finite");
    if (const bool isBroken = !limit->holds(error.relative);
        isBroken && (outcome.verdict == Verdict::NotComparable || limit->verdict > outcome.verdict)) {
        outcome.verdict = limit->verdict;
        outcome.reason = phrase("%1; mean or extremes are off by %2 of the largest value, which breaks %3",
            why, errorDigits(error.relative), boundText(*limit, *this, row));
    } else if (outcome.verdict == Verdict::NotComparable) {
        outcome.verdict = Verdict::Pass;
        outcome.reason = figures->differs
            ? phrase("%1; mean or extremes are off by %2 of the largest value, which keeps %3", why,
                errorDigits(error.relative), boundText(*limit, *this, row))
            : phrase("%1; what was recorded besides is equal", why);
    }
}

void PairTable::setVerdict(std::size_t row, Verdict verdict, Message reason, bool explained, bool isWithheld)
{
    const PairResult& before = *m_rows[row];
    if (verdict == before.verdict && reason == before.reason && explained == before.explained
        && isWithheld == before.isWithheld)
        return;
    if (m_rows[row].use_count() > 1) // another table shows it as it was
        m_rows[row] = std::make_shared<PairResult>(before);
    m_rows[row]->verdict = verdict;
    m_rows[row]->reason = std::move(reason);
    m_rows[row]->explained = explained;
    m_rows[row]->isWithheld = isWithheld;
}

void PairTable::settle(std::size_t row, Verdict verdict, Message reason)
{
    m_limits = nullptr; // of other rows it may be another
    setVerdict(row, verdict, std::move(reason), verdict == Verdict::Pass);
}

void PairTable::withhold(std::size_t row, Message reason)
{
    m_limits = nullptr;
    setVerdict(row, Verdict::NotComparable, std::move(reason), false, true);
}

void PairTable::share(const PairTable& other, std::size_t row)
{
    m_rows.push_back(other.m_rows[row]);
}

void PairTable::noteLimits(const CompiledLimits& limits, std::size_t from)
{
    if (from == 0)
        m_limits = limits.text();
    else if (!isSameText(m_limits, limits.text()))
        m_limits = nullptr;
}

bool PairTable::isJudgedBy(const CompiledLimits& limits) const
{
    return m_limits && isSameText(m_limits, limits.text());
}

void PairTable::judge(const CompiledLimits& limits, std::size_t from)
{
    noteLimits(limits, from);
    constexpr std::size_t kGrain = 4096;
    if (m_rows.size() - from <= kGrain)
        return judgeRows(limits, from, m_rows.size(), from > 0 ? m_rows[from - 1]->reason : Message());
    // Rows do not depend on each other's verdicts.
    const Arena arena;
    const auto done
        = parallelFor(arena, m_rows.size() - from, kGrain, {}, [&](std::size_t begin, std::size_t end) {
              judgeRows(limits, from + begin, from + end, {});
              return Result<void>();
          });
    if (!done) // out of memory somewhere: again, one after the other
        judgeRows(limits, from, m_rows.size(), {});
}

} // namespace dumpscope::core
