// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/pair_measurer.h"

#include "base/text.h"
#include "compare/elements/mask_conventions.h"
#include "compare/layout/assembled_elements.h"
#include "compare/layout/statistic_assemblies.h"
#include "compare/measuring/last_tokens.h"
#include "compare/measuring/left_out.h"
#include "compare/measuring/pair_alignment.h"
#include "compare/measuring/recorded_checksum.h"
#include "compare/measuring/recorded_side.h"
#include "compare/suspects/recorded_figures.h"
#include "metrics/metric_profile.h"
#include "metrics/statistics_metrics.h"
#include "tensor/element_stream.h"
#include "tensor/shape.h"
#include "tensor/statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace dumpscope::core {

struct PairMeasurer::Opened {
    std::optional<TensorView> view;
    const StatisticTable* statistics = nullptr; ///< file that describes the tensor
    std::uint32_t row = 0;
    std::shared_ptr<const StatisticTable> composed; ///< what `statistics` is of, if of several tensors
    std::optional<Error> error;                     ///< there should be elements, but they cannot be read
};

namespace {

constexpr Form<0> kTarget("target"), kGolden("golden");
constexpr Form<0> kStatistics = "statistics compared";

bool isFatal(const Error& error)
{
    return error.code == Code::Cancelled || error.code == Code::OutOfMemory;
}

/// Beside numbers that keep elements out on both sides nothing else would be seen.
Result<void> leaveOutMasked(
    std::vector<bool>& isCovered, const TensorView& target, const TensorView& golden, TaskContext& task)
{
    if (!isFloating(golden.dtype))
        return {};
    TRY_ASSIGN(const std::vector<float> ours, valuesOf(target, task));
    TRY_ASSIGN(const std::vector<float> theirs, valuesOf(golden, task));
    for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()) && i < isCovered.size(); ++i)
        isCovered[i] = isCovered[i] && !(ours[i] <= kAddedMask && theirs[i] <= kAddedMask);
    return {};
}

/// Places of some elements as those in the whole.
void placeInWhole(Measurement& measured, const std::vector<bool>& isMeasured)
{
    std::vector<std::uint64_t> places;
    for (std::uint64_t i = 0; i < isMeasured.size(); ++i) {
        if (isMeasured[i])
            places.push_back(i);
    }
    for (WorstElement& element : measured.worst)
        element.index = places[element.index];
    for (ErrorBlock& block : measured.blocks) {
        const std::uint64_t last = block.count > 0 ? places[block.first + block.count - 1] : 0;
        block.first = block.count > 0 ? places[block.first] : 0;
        block.count = block.count > 0 ? last + 1 - block.first : 0;
    }
}

/// Elements for which `isMeasured` is set; both sides have one shape. Places are those in the whole.
Result<Measurement> measureSome(const TensorView& target, const TensorView& golden,
    const std::vector<bool>& isMeasured, const MeasureOptions& options, TaskContext& task)
{
    TRY_ASSIGN(const TensorView ours, onlyElements(target, isMeasured, task));
    TRY_ASSIGN(const TensorView theirs, onlyElements(golden, isMeasured, task));
    TRY_ASSIGN(Measurement measured, measureTensors(ours, theirs, options, task));
    placeInWhole(measured, isMeasured);
    return measured;
}

/// Whether all bits are the same is a fact about all elements, whatever is left out.
void keepBits(const Measurement& all, const MeasureOptions& options, Measurement& some)
{
    if (const auto index = options.metrics->indexOf("bitwise_equal"))
        some.values[*index] = all.values[*index];
    if (some.figures && all.figures)
        some.figures->sameBits = all.figures->sameBits;
}

Message maskStep(const ReadMasks& masks)
{
    return masks.areOne ? phrase("the same mask in two conventions, of truth values or of numbers that are "
                                 "added: compared by what it means")
                        : phrase("masks in two conventions, of truth values and of numbers that are added: "
                                 "compared by what they mean");
}

Message maskOfOtherTokens()
{
    return phrase(
        "a mask is laid out as the tokens are, and the same tokens stand elsewhere in golden's batch");
}

Measurement notAlignable(const MeasureOptions& options, Reconciled&& aligned)
{
    return notMeasured(options, aligned.countDiffers ? PairState::CountMismatch : PairState::ShapeMismatch,
        std::move(aligned.mismatch));
}

Message whyNoValues(const DumpIndex& index, TensorId id, Form<0> side)
{
    const Reader* const reader = index.holdsTensors() ? nullptr : index.readerOf(index.tensor(id).file);
    return reader ? phrase("the %1 is no tensor: %2", side, reader->info().title)
                  : phrase("the %1 has no values", side);
}

/// Most pairs of recorded statistics share them.
const std::shared_ptr<const PairDetails>& detailsOfStatistics()
{
    static const auto details
        = std::make_shared<const PairDetails>(PairDetails {{Message(kStatistics)}, {}, {}, {}, {}});
    return details;
}

/// Checksums are all there is.
Measurement measureByChecksum(const ChecksumFinding& checksums, const MeasureOptions& options,
    PairResult& result, std::vector<Message>& steps)
{
    result.basis = PairBasis::Checksums;
    if (!checksums.equal)
        return notMeasured(options, checksums.state, checksums.text);
    steps.push_back(checksums.text);
    if (options.figures) {
        PairFigures& figures = result.figures.emplace();
        figures.sameBits = checksums.equal;
        figures.differs = !*checksums.equal;
    }
    return measureChecksums(*checksums.equal, options);
}

/// What checksums say beyond the statistics that were compared.
void addChecksums(const ChecksumFinding& checksums, const MeasureOptions& options, Measurement& measured,
    PairResult& result, std::vector<Message>& steps)
{
    const bool otherTypes = checksums.state == PairState::DTypeMismatch;
    if (!checksums.equal && !otherTypes)
        return;
    const bool equal = checksums.equal.value_or(false);
    if (!otherTypes)
        steps.push_back(checksums.text);
    if (!otherTypes && !equal)
        measured.reason = phrase("the checksums differ");
    if (const auto index = options.metrics->indexOf("bitwise_equal"))
        measured.values[*index] = plainValue(equal ? 1 : 0);
    if (result.figures) {
        result.figures->sameBits = equal;
        result.figures->differs |= !equal && !otherTypes;
    }
}

} // namespace

PairMeasurer::PairMeasurer(const ComparisonSide& target, const ComparisonSide& golden, MeasureOptions options)
    : m_target(target.index)
    , m_golden(golden.index)
    , m_tokens(target, golden)
    , m_options(std::move(options))
    , m_severalRoots(target.index != golden.index)
{
}

PairMeasurer::Opened PairMeasurer::openSide(const TensorStore& store, TensorId id, TaskContext& task) const
{
    const char* const root = !m_severalRoots ? "" : &store == &m_target ? "1:" : "2:";
    Opened opened;
    const TensorRow& row = store.index().tensor(id);
    if (row.statisticRow != TensorRow::kNone) {
        opened.statistics = store.index().statisticTables()[row.statisticTable].get();
        opened.row = row.statisticRow;
    }
    if (row.state == TensorState::StatisticsOnly || !store.index().holdsTensors())
        return opened;
    auto view = store.open(id, task);
    // Of half a file what was recorded says more.
    if (view && opened.statistics && row.state == TensorState::Truncated) {
        if (const auto whole = ElementStream::make(*view, Order::Logical); !whole)
            view = fail(whole.error());
    }
    if (view) {
        opened.view = std::move(*view);
    } else {
        opened.error = std::move(view).error();
        opened.error->place.file = root + store.index().tensorId(id);
    }
    return opened;
}

PairMeasurer::Opened PairMeasurer::openTogether(
    const TensorStore& store, std::span<const TensorId> tensors, TaskContext& task) const
{
    if (tensors.size() == 1)
        return openSide(store, tensors.front(), task);
    Opened opened;
    opened.composed = composedStatistics(store.index(), tensors);
    opened.statistics = opened.composed.get();
    return opened;
}

PairMeasurer::Opened PairMeasurer::openOfPair(const TensorPair& pair, bool ofGolden, TaskContext& task) const
{
    const TensorStore& store = ofGolden ? m_golden : m_target;
    const TensorId own = ofGolden ? pair.golden : pair.target;
    if (!isPutTogether(pair))
        return openSide(store, own, task);
    const Assembly& assembly = *pair.hint->assembly;
    if (assembly.isOfGolden != ofGolden)
        return assembly.together.empty() ? openSide(store, own, task)
                                         : openTogether(store, assembly.together, task);
    if (assembly.isOfStatistics) {
        const std::vector<TensorId> parts = ofGolden ? goldensOf(pair) : targetsOf(pair);
        return openTogether(store, std::span(parts).first(assembly.partsUsed()), task);
    }
    Opened opened;
    if (auto view = assembledView(pair, m_target, m_golden, task, Missing::Zero)) {
        opened.view = std::move(*view);
    } else {
        opened.error = std::move(view).error();
        opened.error->place.file = store.index().tensorId(own);
    }
    return opened;
}

Result<PairResult> PairMeasurer::measure(const TensorPair& pair, TaskContext& task) const
{
    PairResult result;
    result.pair = pair;
    const Opened target = openOfPair(pair, false, task), golden = openOfPair(pair, true, task);
    for (const Opened* side : {&target, &golden}) {
        if (side->error && isFatal(*side->error))
            return fail(*side->error);
    }
    Steps steps;
    if (isPutTogether(pair))
        steps.push_back(assemblyText(
            *pair.hint->assembly, partsIndex(*pair.hint->assembly, m_target.index(), m_golden.index())));
    if (isPutTogether(pair) && !pair.hint->assembly->together.empty())
        steps.push_back(pair.hint->assembly->isOfGolden
                ? phrase("golden has %1 tensors of the target in one: their statistics together",
                    pair.hint->assembly->together.size())
                : phrase("the target has %1 tensors of golden in one: their statistics together",
                    pair.hint->assembly->together.size()));
    const bool isPart = isPutTogether(pair) && pair.hint->assembly->coverage < 1;
    auto measured = target.view && golden.view
        ? (isPart ? measureCovered(*target.view, *golden.view, pair, steps, task)
                  : measureElements(target, golden, pair, steps, task))
        : measureRecorded(target, golden, pair, result, steps, task);
    if (!measured) {
        if (isFatal(measured.error()))
            return fail(std::move(measured).error());
        task.diagnostics.add(Severity::Error, measured.error());
        measured = notMeasured(m_options, PairState::Unreadable, measured.error().text());
    }
    result.state = measured->state;
    result.values = measured->values;
    if (measured->figures)
        result.figures = measured->figures;
    std::move(measured->alignment.begin(), measured->alignment.end(), std::back_inserter(steps));
    const bool isUsual = steps.size() == 1 && steps.front() == kStatistics && measured->reason.empty()
        && measured->worst.empty();
    if (isUsual)
        result.setDetails(detailsOfStatistics());
    else
        result.setDetails({std::move(steps), std::move(measured->reason), std::move(measured->worst),
            std::move(measured->blocks), std::move(measured->histogram)});
    return result;
}

/// What msaccucmp knows besides elements: the files it names in reasons, and whether golden is converted.
void PairMeasurer::asMsaccucmp(const TensorPair& pair, MeasureOptions& options) const
{
    const DumpIndex &target = m_target.index(), &golden = m_golden.index();
    const FileId targetFile = target.tensor(pair.target).file, goldenFile = golden.tensor(pair.golden).file;
    options.targetName = target.fullPath(targetFile);
    options.goldenName = golden.fullPath(goldenFile);
    const Reader* reader = golden.readerOf(goldenFile);
    options.keepBooleans = reader != nullptr && reader->info().id == "npy";
}

Result<Measurement> PairMeasurer::measureElements(
    const Opened& target, const Opened& golden, const TensorPair& pair, Steps& steps, TaskContext& task) const
{
    MeasureOptions options = m_options;
    if (m_options.profile->id() == "msaccucmp")
        asMsaccucmp(pair, options);
    Reconciled aligned = alignSides(pair, *target.view, *golden.view,
        m_target.index().tensor(pair.target).format, m_options.profile.get());
    std::ranges::move(aligned.steps, std::back_inserter(steps));
    const TensorRow& row = m_target.index().tensor(pair.target);
    if (!aligned.mismatch.empty() && m_options.profile->id() == "dumpscope" && row.io == Io::Output) {
        if (auto last = atLastTokens(*target.view, *golden.view)) {
            TRY_ASSIGN(Measurement measured, measureTensors(last->target, last->golden, options, task));
            if (followsLastTokens(measured)) {
                std::ranges::move(last->steps, std::back_inserter(steps));
                return measured;
            }
        }
    }
    if (!aligned.mismatch.empty())
        return notAlignable(m_options, std::move(aligned));
    const bool isGiven
        = row.io == Io::Input || row.io == Io::Argument || (row.io == Io::Unknown && m_tokens.isMask(pair));
    if (m_options.profile->id() == "dumpscope" && isGiven) {
        TRY_ASSIGN(auto masks, readMasks(aligned.target, aligned.golden, typeOf(pair), task));
        if (masks && !masks->areOne) {
            TRY_ASSIGN(const bool areElsewhere, m_tokens.areElsewhere(pair, task));
            if (areElsewhere)
                return notMeasured(m_options, PairState::NotComputed, maskOfOtherTokens());
        }
        if (masks) {
            steps.push_back(maskStep(*masks));
            return measureTensors(masks->target, masks->golden, options, task);
        }
    }
    TRY_ASSIGN(Measurement measured, measureTensors(aligned.target, aligned.golden, options, task));
    if (m_options.profile->id() != "dumpscope")
        return measured;
    const bool isNonFinite = measured.state == PairState::NonFinite;
    if (!isNonFinite && measured.figures && !measured.figures->differs)
        return measured;
    if (isGiven && m_tokens.isMask(pair)) {
        TRY_ASSIGN(const bool areElsewhere, m_tokens.areElsewhere(pair, task));
        if (areElsewhere)
            return notMeasured(m_options, PairState::NotComputed, maskOfOtherTokens());
    }
    TRY_ASSIGN(const std::vector<bool> isOfToken, m_tokens.tokensOf(pair, aligned.target.shape, task));
    if (std::ranges::find(isOfToken, true) != isOfToken.end()) {
        steps.push_back(
            paddingStep(static_cast<std::uint64_t>(std::ranges::count(isOfToken, true)), isOfToken.size()));
        TRY_ASSIGN(
            Measurement ofTokens, measureSome(aligned.target, aligned.golden, isOfToken, options, task));
        keepBits(measured, options, ofTokens);
        return ofTokens;
    }
    if (isNonFinite) {
        TRY_ASSIGN(const auto isBeside, besideAddedMask(aligned.target, aligned.golden, task));
        if (isBeside.empty())
            return measured;
        steps.push_back(
            phrase("the same mask, of -infinity and of a number: compared beside it, %1 of %2 elements",
                std::ranges::count(isBeside, true), isBeside.size()));
        return measureSome(aligned.target, aligned.golden, isBeside, options, task);
    }
    if (!measured.figures || !(measured.figures->goldenMin <= kAddedMask) || !measured.figures->differs)
        return measured;
    TRY_ASSIGN(const auto isBeside, besideNumberMask(aligned.target, aligned.golden, task));
    if (isBeside.empty())
        return measured;
    // Metrics are of the whole tensor; what looks for a fault must not lose it behind the mask.
    steps.push_back(phrase("the same mask of a number: suspects are judged beside it, by %1 of %2 elements",
        std::ranges::count(isBeside, true), isBeside.size()));
    TRY_ASSIGN(Measurement beside, measureSome(aligned.target, aligned.golden, isBeside, options, task));
    keepBits(measured, options, beside);
    if (beside.figures)
        measured.figures = beside.figures;
    return measured;
}

Result<Measurement> PairMeasurer::measureCovered(const TensorView& target, const TensorView& golden,
    const TensorPair& pair, Steps& steps, TaskContext& task) const
{
    const Assembly& assembly = *pair.hint->assembly;
    std::vector<bool> isCovered
        = coveredElements(assembly, partsIndex(assembly, m_target.index(), m_golden.index()));
    const Io io = m_target.index().tensor(pair.target).io;
    std::optional<ReadMasks> masks;
    if (m_options.profile->id() == "dumpscope"
        && (io == Io::Input || io == Io::Argument || (io == Io::Unknown && m_tokens.isMask(pair)))) {
        TRY_ASSIGN(const TensorView ours, onlyElements(target, isCovered, task));
        TRY_ASSIGN(const TensorView theirs, onlyElements(golden, isCovered, task));
        TRY_ASSIGN(masks, readMasks(ours, theirs, typeOf(pair), task));
    }
    if (!masks)
        TRY_VOID(leaveOutMasked(isCovered, target, golden, task));
    const auto covered = std::ranges::count(isCovered, true);
    steps.push_back(assembly.isOfGolden
            ? phrase("compared where the target has a counterpart and no mask: %1 of %2 elements", covered,
                isCovered.size())
            : phrase("compared where golden has a counterpart and no mask: %1 of %2 elements", covered,
                isCovered.size()));
    if (masks) {
        steps.push_back(maskStep(*masks));
        TRY_ASSIGN(Measurement measured, measureTensors(masks->target, masks->golden, m_options, task));
        placeInWhole(measured, isCovered);
        return measured;
    }
    return measureSome(target, golden, isCovered, m_options, task);
}

std::string_view PairMeasurer::typeOf(const TensorPair& pair) const
{
    const StringId type = m_target.index().tensor(pair.target).opType;
    return type.isValid() ? m_target.index().text(type) : std::string_view();
}

/// Elements of the target as its shape says; 0 if nobody says.
std::uint64_t PairMeasurer::recordedCount(const TensorPair& pair) const
{
    const DumpIndex& index = m_target.index();
    const TensorRow& row = index.tensor(pair.target);
    return row.shape.isValid() ? elementCount(index.shape(row.shape)).value_or(0) : 0;
}

Result<Measurement> PairMeasurer::measureRecorded(const Opened& target, const Opened& golden,
    const TensorPair& pair, PairResult& result, Steps& steps, TaskContext& task) const
{
    for (const Opened* side : {&target, &golden}) {
        if (!side->view && !side->statistics) {
            const Form<0> who = side == &target ? kTarget : kGolden;
            if (!side->error)
                return notMeasured(m_options, PairState::NotComputed,
                    whyNoValues(side == &target ? m_target.index() : m_golden.index(),
                        side == &target ? pair.target : pair.golden, who));
            const bool unsupported = side->error->code == Code::Unsupported;
            task.diagnostics.add(unsupported ? Severity::Warning : Severity::Error, *side->error);
            return notMeasured(m_options, unsupported ? PairState::Unsupported : PairState::Unreadable,
                phrase("the %1 cannot be read: %2", who, side->error->message));
        }
    }
    const bool isOurs = m_options.profile->id() == "dumpscope";
    bool isReordered = false; // equal values have other bytes
    if (isOurs && !isPutTogether(pair)) {
        Reconciled aligned = recordedAlignment(m_target.index(), m_golden.index(), pair);
        if (!aligned.mismatch.empty())
            return notAlignable(m_options, std::move(aligned));
        isReordered = !aligned.target.strides.empty() || !aligned.golden.strides.empty();
        steps = std::move(aligned.steps);
    }
    for (const Opened* side : {&target, &golden}) {
        if (side->error)
            steps.push_back(phrase("the %1 cannot be read: %2; what was recorded of it is compared",
                side == &target ? kTarget : kGolden, side->error->message));
    }
    // Checksums tell whether the sides differ, statistics how far.
    const auto lacksStatistics = [](const Opened& side) {
        return side.statistics && isEmptyRow(knownRow(*side.statistics, side.row));
    };
    const bool isByChecksum = lacksStatistics(target) || lacksStatistics(golden);
    ChecksumFinding checksums;
    if (isReordered) {
        checksums = {std::nullopt, PairState::NotComputed,
            phrase("the checksums are of two orders of the axes: other bytes for the same values")};
    } else if (isByChecksum || isOurs || (target.statistics && golden.statistics)) {
        TRY_ASSIGN(checksums,
            compareChecksums(checksumSide(target.view, target.statistics, target.row),
                checksumSide(golden.view, golden.statistics, golden.row), task));
    }
    result.sameChecksum = checksums.equal;
    if (isByChecksum && !checksums.text.empty())
        return measureByChecksum(checksums, m_options, result, steps);
    std::array<StatisticRow, 2> rows;
    std::array<std::optional<bool>, 2> hasNonFinite;
    std::array<NonFiniteCounts, 2> counts;
    for (std::size_t i = 0; i < 2; ++i) {
        const Opened& side = i == 0 ? target : golden;
        if (side.statistics) {
            rows[i] = m_options.profile->id() == "msprobe" ? spelledRow(*side.statistics, side.row)
                                                           : knownRow(*side.statistics, side.row);
            hasNonFinite[i] = recordedNonFinite(*side.statistics, side.row, rows[i], recordedCount(pair));
            counts[i] = nonFiniteCounts(*side.statistics, side.row);
        } else {
            TRY_ASSIGN(const Statistics statistics, computeStatistics(*side.view, task));
            rows[i] = isOurs ? asRecorded(statistics) : statisticRow(statistics);
            hasNonFinite[i] = statistics.finiteCount < statistics.count;
            counts[i] = nonFiniteCounts(statistics);
            steps.push_back(
                phrase("statistics of the %1 computed from its elements", i == 0 ? kTarget : kGolden));
        }
    }
    const Io io = m_target.index().tensor(pair.target).io;
    // Some dumps leave NaN and infinities out of extremes and sums, and count them.
    for (std::size_t i = 0; isOurs && i < 2; ++i) {
        const std::optional<TensorView>& view = i == 0 ? target.view : golden.view;
        if (!(nonFiniteTotal(counts[1 - i]) > 0) || !hasFiniteExtremes(rows[1 - i])
            || hasFiniteExtremes(rows[i]))
            continue;
        if (view) {
            TRY_ASSIGN(const Statistics statistics, computeStatistics(*view, task));
            rows[i] = statisticRow(statistics);
        } else if (nonFiniteTotal(counts[i]) > 0) {
            rows[i] = {}; // over other elements
        }
    }
    const bool isGiven = io == Io::Input || io == Io::Argument;
    if (isOurs
        && (mayBeMaskedAlike(rows[0], rows[1])
            || (isGiven
                && mayBeOneMask(rows[0], m_target.index().tensor(pair.target).dtype, rows[1],
                    m_golden.index().tensor(pair.golden).dtype, typeOf(pair)))))
        return notMeasured(m_options, PairState::NotComputed,
            phrase("masks in two conventions, of which statistics do not show whether they mean the same"));
    result.basis = PairBasis::Statistics;
    steps.push_back(kStatistics);
    // Statistics of the same bits may differ in their last digits, as devices add up in any order.
    if (isOurs && checksums.equal.value_or(false)) {
        if (countsDiffer(counts[0], counts[1]) || extremesDiffer(rows[0], rows[1])) {
            const Message what
                = phrase("the checksums are equal, what was recorded besides is not: it is left out");
            task.diagnostics.add({Severity::Warning, Code::Suspicious,
                {.file = (m_severalRoots ? "1:" : "") + m_target.index().tensorId(pair.target)}, what});
            steps.push_back(what);
        }
        rows[0] = rows[1];
        counts[0] = counts[1];
        hasNonFinite[0] = hasNonFinite[1];
    }
    // The side that alone has some gets a norm of NaN, as over all its elements, so that the pair fails.
    const bool isOneSided = hasNonFinite[0] && hasNonFinite[1] && *hasNonFinite[0] != *hasNonFinite[1];
    const bool isOtherCount = countsDiffer(counts[0], counts[1]);
    if (isOneSided && isOurs) {
        constexpr auto kNorm = static_cast<std::size_t>(DumpedStatistic::L2Norm);
        rows[*hasNonFinite[0] ? 0 : 1][kNorm] = std::numeric_limits<double>::quiet_NaN();
        StatisticCell& other = rows[*hasNonFinite[0] ? 1 : 0][kNorm];
        if (std::holds_alternative<std::monostate>(other))
            other = 0.0;
    }
    if (m_options.figures) {
        result.figures = figuresOf(rows[0], rows[1], recordedCount(pair));
        result.figures->hasLostNorm &= isOurs; // official tools judge by their numbers alone
        result.figures->hasNonFinite |= isOneSided || (isOurs && hasNonFinite[0].value_or(false));
        result.figures->nonFiniteDiffers |= isOneSided || isOtherCount;
        result.figures->differs |= isOtherCount;
    }
    Measurement measured = measureStatistics(rows[0], rows[1], m_options);
    if (isOtherCount) {
        measured.state = PairState::NonFinite;
        measured.reason = phrase("the counts of NaN or infinities differ");
    } else if (isOneSided) {
        measured.state = PairState::NonFinite;
        measured.reason = *hasNonFinite[0] ? phrase("only the target has NaN or infinities")
                                           : phrase("only golden has NaN or infinities");
    } else if (isOurs && measured.state == PairState::NonFinite) { // where they are was not recorded
        measured.reason = phrase("recorded statistics are NaN or infinite, and not the same on both sides");
    }
    if (isOurs)
        addChecksums(checksums, m_options, measured, result, steps);
    return measured;
}

} // namespace dumpscope::core
