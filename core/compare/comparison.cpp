// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/comparison.h"

#include "base/ticker.h"
#include "compare/conclusion/compared_places.h"
#include "compare/conclusion/conclusion_facts.h"
#include "compare/conclusion/lone_operators.h"
#include "compare/conclusion/parted_batch.h"
#include "compare/conclusion/unpaired_inputs.h"
#include "compare/conclusion/verdict_suspects.h"
#include "compare/elements/exchanged_values.h"
#include "compare/elements/quantised_pair.h"
#include "compare/elements/reordered_rows.h"
#include "compare/environment_difference.h"
#include "compare/fusion_difference.h"
#include "compare/known_pairs.h"
#include "compare/layout/assembly.h"
#include "compare/layout/ranks_at_fault.h"
#include "compare/limits/default_limits.h"
#include "compare/limits/noise_verdicts.h"
#include "compare/measuring/pair_measurer.h"
#include "compare/measuring/pair_sharing.h"
#include "compare/pairing/wanted_pairs.h"
#include "compare/recompute/product_noise.h"
#include "compare/recompute/suspect_recomputing.h"
#include "compare/result_record.h"
#include "compare/result_store.h"
#include "compare/suspects/lone_maker.h"
#include "compare/suspects/looked_up_ids.h"
#include "compare/suspects/lost_rows.h"
#include "compare/suspects/received_values.h"
#include "compare/suspects/reduction_terms.h"
#include "compare/suspects/suspect_finder.h"
#include "compare/suspects/unpaired_origin.h"
#include "layout/collective_calls.h"
#include "model/recorded_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

namespace dumpscope::core {

namespace {

DivergenceFinder::Tensor tensorOf(const PairTable& pairs, std::size_t number, const UnpairedInputs& unpaired)
{
    const PairResult& result = pairs.row(number);
    const DumpIndex& index = *pairs.target().index;
    const TensorRow& row = index.tensor(result.pair.target);
    const FolderFacts& facts = index.factsOf(result.pair.target);
    DivergenceFinder::Tensor tensor;
    tensor.index = number;
    tensor.run = facts.run;
    tensor.rank = facts.rank;
    tensor.step = executedStep(index, result.pair.target);
    tensor.opName = row.opName.isValid() ? index.text(row.opName) : std::string_view();
    tensor.occurrence = executionNumber(index, result.pair.target);
    tensor.io = row.io;
    tensor.verdict = result.verdict;
    tensor.lacksInputs = unpaired.has(pairs, number);
    return tensor;
}

std::optional<double> valueOf(const PairResult& row, std::optional<std::size_t> metric)
{
    return metric && *metric < row.values.size() ? row.values.number(*metric) : std::nullopt;
}

/// Everything that follows from the judged rows.
void summarise(Comparison& comparison, const DivergenceFinder& finder)
{
    const PairTable& pairs = *comparison.pairs;
    ComparisonSummary& summary = comparison.summary;
    static_cast<VerdictCounts&>(summary) = {};
    summary.unpairedTarget = comparison.unpairedTarget.size();
    summary.unpairedGolden = comparison.unpairedGolden.size();
    summary.bytes = 0;
    summary.bitEqual = pairs.rows() > 0;
    summary.largestError.reset();
    const auto equal = pairs.metrics().indexOf("bitwise_equal");
    const int error = pairs.columnByName("relative_euclidean_distance");
    std::map<std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>, CubeCell> cube;
    auto cell = cube.end(); // neighbours mostly share it
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        const PairResult& row = pairs.row(i);
        const DumpIndex& index = *pairs.target().index;
        const std::pair place(executedStep(index, row.pair.target), index.factsOf(row.pair.target).rank);
        if (cell == cube.end() || cell->first != place)
            cell = cube.try_emplace(place).first;
        cell->second.add(row.verdict);
        summary.add(row.verdict);
        summary.bytes += pairs.target().index->tensor(row.pair.target).bytes;
        summary.bytes += pairs.golden().index->tensor(row.pair.golden).bytes;
        summary.bitEqual = summary.bitEqual && valueOf(row, equal) == 1.0
            && !areQuantisedOtherwise(index, row.pair.target, *pairs.golden().index, row.pair.golden);
        if (const auto value = error < 0 ? std::nullopt : pairs.metricNumber(i, error);
            value && std::isfinite(*value))
            summary.largestError = std::max(summary.largestError.value_or(0), *value);
    }
    for (const FirstDivergence& divergence : finder.all())
        cube[{divergence.step, divergence.rank}].first = divergence;
    comparison.cube.clear();
    for (auto& [where, counted] : cube) {
        std::tie(counted.step, counted.rank) = where;
        comparison.cube.push_back(std::move(counted));
    }
    comparison.firstDivergence = isSharedByRanks(pairs) ? firstOfRanks(finder.all(), pairs) : finder.first();
}

/// Other limits may tell otherwise.
void takeBackChance(Suspicion& suspicion)
{
    if (suspicion.byChance.empty())
        return;
    suspicion.suspects = std::move(suspicion.byChance);
    suspicion.byChance.clear();
}

/// Suspects that may be so by chance are none where verdicts leave nothing wrong without them. Behind a
/// suspect verdicts are strict, which would be the only sign of it. Returns whether the noise of the run was
/// judged.
bool passByChance(Comparison& comparison, const Limits& limits)
{
    Suspicion& suspicion = comparison.suspicion;
    if (!mayBeByChance(suspicion) || comparison.leftOut > 0)
        return false;
    PairTable& pairs = *comparison.pairs;
    const PairTable before = pairs;
    suspicion.byChance = std::exchange(suspicion.suspects, {});
    if (comparison.judgedByNoise)
        comparison.otherLimits = judgeByNoise(pairs, suspicion, limits);
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const PairResult& result = pairs.row(row);
        if (result.verdict == Verdict::Fail
            || (result.verdict == Verdict::Warn && result.sameChecksum != false)) {
            pairs = before;
            takeBackChance(suspicion);
            return false;
        }
    }
    return comparison.judgedByNoise;
}

/// Everything that follows from what the limits say of each pair and from the suspicion.
void weigh(Comparison& comparison, const Limits& limits)
{
    PairTable& pairs = *comparison.pairs;
    forgetVerdictSuspects(comparison.suspicion);
    takeBackChance(comparison.suspicion);
    if (!comparison.isOrderKnown) {
        judgeUntypedExtremes(pairs, limits);
        settleAsRecorded(comparison, limits);
        return summarise(comparison, DivergenceFinder());
    }
    comparison.judgedByNoise = DefaultLimits::areIn(limits);
    comparison.otherLimits.clear();
    if (!passByChance(comparison, limits) && comparison.judgedByNoise)
        comparison.otherLimits = judgeByNoise(pairs, comparison.suspicion, limits);
    settleAsRecorded(comparison, limits);
    withholdParts(comparison);
    DivergenceFinder finder(!pairs.target().index->runs().empty());
    const UnpairedInputs unpaired(pairs, comparison.unpairedTarget, comparison.unpairedGolden);
    for (std::size_t i = 0; i < pairs.rows(); ++i)
        finder.add(tensorOf(pairs, i, unpaired));
    finder.finish();
    summarise(comparison, finder);
    blameUnexplained(comparison);
    noteLoneOperators(pairs, comparison.suspicion);
}

/// Tensors of a side that stand in pairs, each once.
std::uint64_t countTensors(const std::vector<TensorPair>& pairs, bool ofTarget, const DumpIndex& index)
{
    std::vector<bool> known(index.tensorCount());
    for (const TensorPair& pair : pairs) {
        for (const TensorId id : ofTarget ? targetsOf(pair) : goldensOf(pair))
            known[id.value()] = true;
    }
    return static_cast<std::uint64_t>(std::count(known.begin(), known.end(), true));
}

MeasureOptions withFigures(MeasureOptions options)
{
    options.figures = true;
    return options;
}

/// Where the run of every process begins, by the bytes that have to be read. Alone, all is one run. What has
/// no values on one side costs less to measure than its record costs to send.
std::vector<std::size_t> boundariesOf(const std::vector<TensorPair>& pairs, const ComparisonSide& target,
    const ComparisonSide& golden, const PairSharing* sharing)
{
    if (!sharing)
        return {0, pairs.size()};
    // Opening two files costs about as much as reading so many bytes.
    constexpr std::uint64_t kOpening = 1U << 16U;
    std::vector<std::uint64_t> costs;
    costs.reserve(pairs.size());
    for (const TensorPair& pair : pairs) {
        const TensorRow& ofTarget = target.index->tensor(pair.target);
        const TensorRow& ofGolden = golden.index->tensor(pair.golden);
        const bool isRead
            = ofTarget.state != TensorState::StatisticsOnly && ofGolden.state != TensorState::StatisticsOnly;
        costs.push_back(isRead ? kOpening + ofTarget.bytes + ofGolden.bytes : 0);
    }
    return shareBoundaries(costs, sharing->processes());
}

/// Measures in parallel and hands rows over in order.
class Run {
public:
    Run(Comparison& comparison, const ComparisonOptions& options, const ComparisonObserver& observer,
        const CompiledLimits& limits, TaskContext& task)
        : m_comparison(comparison)
        , m_measurer(comparison.pairs->target(), comparison.pairs->golden(), withFigures(options.measure))
        , m_known(options.known, *comparison.pairs)
        , m_store(options.resume)
        , m_sharing(options.sharing)
        , m_observer(observer)
        , m_limits(limits)
        , m_task(task)
        , m_finder(!comparison.pairs->target().index->runs().empty())
        , m_unpaired(*comparison.pairs, comparison.unpairedTarget, comparison.unpairedGolden)
        , m_suspects(*comparison.pairs)
    {
    }

    Result<void> measure(const std::vector<TensorPair>& pairs)
    {
        m_task.progress.setPhases({{phrase("Comparing"), 0.98}, {phrase("Recomputing suspects"), 0.02}});
        m_task.progress.beginPhase(0, pairs.size());
        m_comparison.pairs->reserve(pairs.size());
        const PairTable& table = *m_comparison.pairs;
        const std::size_t own = boundariesOf(pairs, table.target(), table.golden(), m_sharing)[1];
        const std::vector<Piece> pieces = piecesOf(pairs, own);
        // What came before a tensor that takes long is notified while it is measured.
        constexpr std::chrono::milliseconds kTick {100};
        std::optional<Ticker> ticker;
        if (m_observer.tick)
            ticker.emplace(kTick, [this] {
                const std::lock_guard lock(m_rows);
                reportSuspicion();
                m_observer.tick(*m_comparison.pairs);
            });
        // Huge tensors are split inside; small ones are spread over the threads here.
        std::size_t next = 0;
        return parallelMapReduce<std::vector<PairResult>>(
            m_task.arena, pieces.size(), 1, m_task.stop,
            [&](std::size_t number, std::size_t) -> Result<std::vector<PairResult>> {
                const Piece& piece = pieces[number];
                std::vector<PairResult> results;
                if (piece.known)
                    return results;
                results.reserve(piece.count);
                for (std::size_t i = piece.first; i < piece.first + piece.count; ++i) {
                    TRY_VOID(m_task.checkStop());
                    TRY_ASSIGN(PairResult result, i < own ? measureOne(pairs[i]) : receive(i, pairs[i]));
                    results.push_back(std::move(result));
                }
                return results;
            },
            [&](std::vector<PairResult>&& results) -> Result<void> {
                const std::lock_guard lock(m_rows);
                const Piece& piece = pieces[next++];
                for (PairResult& result : results)
                    add(std::move(result));
                for (std::size_t i = 0; piece.known && i < piece.count; ++i)
                    addKnown({piece.known->table, piece.known->number + i}, pairs[piece.first + i]);
                reportSuspicion();
                return {};
            });
    }

    DivergenceFinder& finder() { return m_finder; }
    /// `isMeasured`: the noise of products is measured where errors alone leave open whether there is any.
    [[nodiscard]] Suspicion suspicion(bool isMeasured)
    {
        constexpr double kOpen = 1e-6; // more than single precision makes
        Suspicion suspicion = m_suspects.suspicion();
        if (!isMeasured || suspicion.noise <= kOpen)
            return suspicion;
        const auto products = ProductNoise(*m_comparison.pairs, suspicion).measured(m_task);
        return products && *products ? m_suspects.suspicion(*products) : suspicion;
    }

private:
    /// Pairs that have to be measured and are small, or one that is not; or some that need not be measured
    /// and stand side by side in both tables.
    struct Piece {
        std::size_t first = 0, count = 1;
        std::optional<KnownPairs::Row> known = {}; ///< of the first
        std::uint64_t cost = 0;
    };
    /// The first `own` pairs are measured here.
    [[nodiscard]] std::vector<Piece> piecesOf(const std::vector<TensorPair>& pairs, std::size_t own)
    {
        constexpr std::size_t kMostKnown = 4096; // between them it can be stopped
        // Handing over a few figures costs more than comparing them; what takes long stays alone.
        constexpr std::uint64_t kMostCost = 32, kOpening = 2, kBytesPerCost = 1U << 14U;
        const DumpIndex& target = *m_comparison.pairs->target().index;
        const DumpIndex& golden = *m_comparison.pairs->golden().index;
        const auto costOf = [&](const TensorPair& pair) {
            std::uint64_t cost = 1;
            for (const TensorRow* row : {&target.tensor(pair.target), &golden.tensor(pair.golden)})
                cost += row->state == TensorState::StatisticsOnly ? 0 : kOpening + row->bytes / kBytesPerCost;
            return cost;
        };
        std::vector<Piece> pieces;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto known = m_known.find(pairs[i]);
            const std::uint64_t cost = known ? 0 : costOf(pairs[i]);
            Piece* const last = pieces.empty() ? nullptr : &pieces.back();
            const bool isNextKnown = known && last && last->known && last->known->table == known->table
                && last->known->number + last->count == known->number && last->count < kMostKnown;
            const bool isSmall = !known && last && !last->known && last->cost + cost <= kMostCost && i != own;
            if (isNextKnown || isSmall) {
                ++last->count;
                last->cost += cost;
            } else {
                pieces.push_back({i, 1, known, cost});
            }
        }
        return pieces;
    }

    Result<PairResult> measureOne(const TensorPair& pair)
    {
        if (!m_store || isPutTogether(pair)) // which depends on more than two files
            return m_measurer.measure(pair, m_task);
        if (auto kept = m_store->find(*m_comparison.pairs, pair, m_task.diagnostics))
            return std::move(*kept);
        Diagnostics own;
        TaskContext task {m_task.stop, m_task.progress, own, m_task.arena};
        auto result = m_measurer.measure(pair, task);
        // What has a problem is measured again next time: it may be mended then, or has to be reported again.
        if (result && own.count() == 0)
            m_store->keep(*m_comparison.pairs, *result, m_task.diagnostics);
        for (Diagnostic& problem : own.sorted())
            m_task.diagnostics.add(std::move(problem));
        return result;
    }

    /// A pair that another process has measured.
    Result<PairResult> receive(std::size_t number, const TensorPair& pair)
    {
        TRY_ASSIGN(const std::string record, m_sharing->receive(number, m_task.stop));
        TRY_ASSIGN(PairResult result, decodeResult(std::as_bytes(std::span(record.data(), record.size()))));
        result.pair = pair;
        return result;
    }

    void add(PairResult&& result)
    {
        m_comparison.pairs->add(std::move(result));
        m_comparison.pairs->judge(m_limits, m_comparison.pairs->rows() - 1);
        report();
    }

    void addKnown(const KnownPairs::Row& known, const TensorPair& pair)
    {
        PairTable& pairs = *m_comparison.pairs;
        if (KnownPairs::addTo(pairs, known, pair, m_limits))
            pairs.keepVerdict(m_limits);
        else
            pairs.judge(m_limits, pairs.rows() - 1);
        report();
    }

    /// About the last row.
    void report()
    {
        const PairTable& pairs = *m_comparison.pairs;
        const std::size_t row = pairs.rows() - 1;
        m_task.progress.advance();
        if (m_observer.pair)
            m_observer.pair(pairs, row);
        if (!m_comparison.isOrderKnown)
            return;
        const auto divergence = m_finder.add(tensorOf(pairs, row, m_unpaired));
        if (divergence && m_observer.divergence)
            m_observer.divergence(*divergence);
        m_suspects.add(row);
    }

    /// Asking takes a look at all rows, so it is done rarely.
    void reportSuspicion()
    {
        constexpr std::chrono::seconds kEvery {1};
        const auto now = std::chrono::steady_clock::now();
        const std::size_t rows = m_comparison.pairs->rows();
        if (!m_observer.suspicion || now - m_notified < kEvery || rows == m_notifiedRows)
            return;
        m_observer.suspicion(m_suspects.suspicion());
        m_notifiedRows = rows;
        m_notified = std::chrono::steady_clock::now();
    }

    Comparison& m_comparison;
    PairMeasurer m_measurer;
    KnownPairs m_known;
    ResultStore* m_store;
    PairSharing* m_sharing;
    const ComparisonObserver& m_observer;
    const CompiledLimits& m_limits;
    TaskContext& m_task;
    DivergenceFinder m_finder;
    UnpairedInputs m_unpaired;
    SuspectFinder m_suspects;
    std::chrono::steady_clock::time_point m_notified = std::chrono::steady_clock::now();
    std::size_t m_notifiedRows = 0; ///< when suspicion was notified
    std::mutex m_rows;              ///< held while rows come and while they are looked at
};

/// Packages of config_check that lie apart from the dumps.
struct GivenEnvironments {
    std::optional<RunEnvironment> target, golden;
};

/// Errors: those of runEnvironmentAt.
Result<GivenEnvironments> givenEnvironments(const ComparisonOptions& options, TaskContext& task)
{
    GivenEnvironments given;
    if (!options.targetEnvironment.empty()) {
        TRY_ASSIGN(given.target, runEnvironmentAt(options.targetEnvironment, task));
    }
    if (!options.goldenEnvironment.empty()) {
        TRY_ASSIGN(given.golden, runEnvironmentAt(options.goldenEnvironment, task));
    }
    return given;
}

/// What other tools recorded of the two runs. What cannot be read of it does not keep tensors from being
/// compared.
void compareSurroundings(Comparison& comparison, const GivenEnvironments& given, TaskContext& task)
{
    const DumpIndex &target = *comparison.pairs->target().index, &golden = *comparison.pairs->golden().index;
    const auto environmentOf = [&](const std::optional<RunEnvironment>& apart, const DumpIndex& index) {
        return apart ? Result<std::optional<RunEnvironment>>(apart) : runEnvironmentOf(index, task);
    };
    auto targetEnvironment = environmentOf(given.target, target);
    auto goldenEnvironment = environmentOf(given.golden, golden);
    auto fusion = fusionDifferencesOf(target, golden, task);
    auto targetRanks = ranksWithoutDump(target, task), goldenRanks = ranksWithoutDump(golden, task);
    if (task.stopped())
        return; // the rows there are follow, marked as partial
    if (targetEnvironment && goldenEnvironment)
        comparison.environment = environmentDifferences(*targetEnvironment, *goldenEnvironment);
    if (fusion)
        comparison.fusion = std::move(*fusion);
    if (targetRanks && goldenRanks) {
        comparison.targetRanksWithoutDump = std::move(*targetRanks);
        comparison.goldenRanksWithoutDump = std::move(*goldenRanks);
    }
}

} // namespace

Result<Comparison> compareSides(const ComparisonSide& target, const ComparisonSide& golden,
    const ComparisonOptions& options, const ComparisonObserver& observer, TaskContext& task)
{
    const auto start = std::chrono::steady_clock::now();
    Comparison comparison;
    comparison.pairs = std::make_shared<PairTable>(target, golden, options.measure.metrics);
    // Wrong limits and packages are reported before anything long begins.
    TRY_ASSIGN(const GivenEnvironments environments, givenEnvironments(options, task));
    TRY_ASSIGN(const CompiledLimits limits, CompiledLimits::compile(options.limits, *comparison.pairs));
    auto recorded = recordedRunOf(target.index->root(), golden.index->root(), task);
    TRY_ASSIGN(Pairing pairing,
        wantedPairs({target, golden, options.filter, options.pairing, recorded.get()}, task));
    comparison.unpairedTarget = std::move(pairing.unpairedTarget);
    comparison.unpairedGolden = std::move(pairing.unpairedGolden);
    comparison.problems = std::move(pairing.problems);
    comparison.paired = pairing.pairs.size();
    comparison.pairedTarget = countTensors(pairing.pairs, true, *target.index);
    comparison.pairedGolden = countTensors(pairing.pairs, false, *golden.index);
    comparison.leftOut = pairing.leftOut;
    comparison.leastShare = options.leastShare;
    const bool isTargetOrdered = arePairsOrdered(pairing.pairs, &TensorPair::target, *target.index);
    comparison.isOrderKnown
        = isTargetOrdered || arePairsOrdered(pairing.pairs, &TensorPair::golden, *golden.index);
    if (pairing.pairs.empty()) {
        const auto [why, side] = whyNoPairs(target, golden, !options.filter.empty());
        comparison.whyNoPairs = why;
        comparison.problems.push_back({Severity::Warning, Code::NotFound, {.file = side->index->root()},
            phrase("nothing was compared: %1", why)});
    }
    compareSurroundings(comparison, environments, task);
    if (observer.started)
        observer.started(*comparison.pairs);

    Run run(comparison, options, observer, limits, task);
    const auto measured = run.measure(pairing.pairs);
    if (options.resume)
        options.resume->flush(task.diagnostics);
    if (!measured && measured.error().code != Code::Cancelled)
        return fail(measured.error());
    if (options.sharing && measured) {
        TRY_ASSIGN(std::vector<Diagnostic> problems, options.sharing->problems(task.stop));
        for (Diagnostic& problem : problems)
            task.diagnostics.add(std::move(problem));
    }
    comparison.partial = !measured;
    pairing.pairs = std::vector<TensorPair>(); // every row has its own
    const auto last = run.finder().finish();
    if (last && observer.divergence)
        observer.divergence(*last);
    comparison.suspicion = run.suspicion(options.recompute && !comparison.partial);
    comparison.initial = initialParameters(*comparison.pairs, task);
    if (options.recompute && !comparison.partial) {
        const Suspicion& suspicion = comparison.suspicion;
        task.progress.beginPhase(1, suspicion.suspects.size() + suspicion.near.size());
        recomputeSuspects(*comparison.pairs, options.models, comparison.suspicion, task);
        traceReductions(*comparison.pairs, comparison.suspicion, task);
        traceReceivedValues(*comparison.pairs, comparison.suspicion, task);
    }
    if (!comparison.partial) {
        nameReorderedRows(*comparison.pairs, comparison.suspicion, task);
        nameExchangedValues(*comparison.pairs, comparison.unpairedGolden, comparison.suspicion, task);
    }
    if (isTargetOrdered)
        blameUnpaired(*comparison.pairs, comparison.unpairedTarget, comparison.suspicion, task);
    if (comparison.isOrderKnown)
        nameGoldenOperators(*comparison.pairs, comparison.unpairedGolden, comparison.suspicion, task);
    if (!comparison.partial) {
        nameOtherIds(*comparison.pairs, comparison.suspicion, task);
        nameLostRows(*comparison.pairs, comparison.suspicion);
    }
    comparison.recorded = std::move(recorded);
    if (comparison.initial)
        allowForRounding(*comparison.pairs, *comparison.initial, comparison.suspicion);
    weigh(comparison, options.limits);
    comparison.conclusion = conclude(comparison, task);
    blameFault(comparison);
    nameRanks(comparison.suspicion, *comparison.pairs);
    if (observer.suspicion)
        observer.suspicion(comparison.suspicion);
    concludeAsRecorded(comparison, options.limits);
    comparison.summary.seconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return comparison;
}

Result<void> measureShare(const ComparisonSide& target, const ComparisonSide& golden,
    const ComparisonOptions& options, TaskContext& task)
{
    PairSharing& sharing = *options.sharing;
    const auto recorded = recordedRunOf(target.index->root(), golden.index->root(), task);
    TRY_ASSIGN(const Pairing pairing,
        wantedPairs({target, golden, options.filter, options.pairing, recorded.get()}, task));
    const auto boundaries = boundariesOf(pairing.pairs, target, golden, &sharing);
    const std::size_t first = boundaries[sharing.process()];
    const std::size_t count = boundaries[sharing.process() + 1] - first;
    const PairMeasurer measurer(target, golden, withFigures(options.measure));
    Diagnostics met;
    TRY_VOID(
        parallelFor(task.arena, count, 1, task.stop, [&](std::size_t begin, std::size_t) -> Result<void> {
            TaskContext context {task.stop, task.progress, met, task.arena};
            TRY_ASSIGN(const PairResult result, measurer.measure(pairing.pairs[first + begin], context));
            return sharing.send(first + begin, encodeResult(result));
        }));
    return sharing.finish(met.sorted());
}

Result<void> judgeAgain(Comparison& comparison, const Limits& limits, TaskContext& task)
{
    TRY_ASSIGN(const CompiledLimits compiled, CompiledLimits::compile(limits, *comparison.pairs));
    comparison.pairs->judge(compiled);
    weigh(comparison, limits);
    TRY_VOID(task.checkStop());
    comparison.conclusion = conclude(comparison, task);
    blameFault(comparison);
    nameRanks(comparison.suspicion, *comparison.pairs);
    concludeAsRecorded(comparison, limits);
    return {};
}

Result<Comparison> judgedAnew(const Comparison& comparison, const Limits& limits, TaskContext& task)
{
    Comparison judged = comparison;
    judged.pairs = std::make_shared<PairTable>(*comparison.pairs);
    TRY_VOID(judgeAgain(judged, limits, task));
    return judged;
}

} // namespace dumpscope::core
