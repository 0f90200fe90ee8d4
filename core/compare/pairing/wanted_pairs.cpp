// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/wanted_pairs.h"

#include "compare/elements/transposed_inputs.h"
#include "compare/layout/assembled_pairing.h"
#include "compare/layout/cut_evidence.h"
#include "compare/layout/fused_outputs.h"
#include "compare/layout/said_assembly.h"
#include "compare/pairing/saved_iterations.h"
#include "model/recorded_order.h"
#include "model/row_statistics.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

/// Leaves only pairs and unpaired tensors that the filter selects; the golden side is asked for unpaired ones
/// only. Statistics it looks at are computed of what it is asked for.
Result<void> restrict(Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden,
    const std::string& filter, TaskContext& task)
{
    if (filter.empty())
        return {};
    TensorTable targets(target.index), goldens(golden.index);
    TRY_ASSIGN(const FilterExpression wanted, FilterExpression::parse(filter, targets));
    if (needsStatistics(wanted)) {
        std::vector<std::uint32_t> rows;
        for (const TensorPair& pair : pairing.pairs)
            rows.push_back(pair.target.value());
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end()); // one to many stand side by side
        for (const UnpairedTensor& tensor : pairing.unpairedTarget)
            rows.push_back(tensor.id.value());
        TRY_VOID(measureRows(task, targets, rows));
        rows.clear();
        for (const UnpairedTensor& tensor : pairing.unpairedGolden)
            rows.push_back(tensor.id.value());
        TRY_VOID(measureRows(task, goldens, rows));
    }
    pairing.leftOut = std::erase_if(
        pairing.pairs, [&](const TensorPair& pair) { return !wanted.matches(targets, pair.target.value()); });
    std::erase_if(pairing.unpairedTarget,
        [&](const UnpairedTensor& tensor) { return !wanted.matches(targets, tensor.id.value()); });
    std::erase_if(pairing.unpairedGolden,
        [&](const UnpairedTensor& tensor) { return !wanted.matches(goldens, tensor.id.value()); });
    return {};
}

/// Where the target has several runs, the tensors of those that the filter leaves something of: one that is
/// asked for is not passed over for one that has more in common with the golden.
Result<ComparisonSide> ofWantedRuns(const ComparisonSide& side, const std::string& filter, TaskContext& task)
{
    if (filter.empty() || side.index->runs().empty())
        return side;
    TensorTable table(side.index);
    TRY_ASSIGN(const FilterExpression wanted, FilterExpression::parse(filter, table));
    const std::vector<TensorId> tensors = side.tensors();
    if (needsStatistics(wanted)) {
        std::vector<std::uint32_t> rows(tensors.size());
        std::ranges::transform(tensors, rows.begin(), &TensorId::value);
        TRY_VOID(measureRows(task, table, rows));
    }
    std::set<std::string_view> runs;
    for (const TensorId id : tensors) {
        const std::string& run = side.index->factsOf(id).run;
        if (!runs.contains(run) && wanted.matches(table, id.value()))
            runs.insert(run);
    }
    ComparisonSide some {side.index, std::vector<TensorId>()};
    std::ranges::copy_if(tensors, std::back_inserter(*some.only),
        [&](TensorId id) { return runs.contains(side.index->factsOf(id).run); });
    return some;
}

/// The steps that the filter leaves something of; empty: all, or nobody can say before values are read.
Result<std::set<std::int64_t>> wantedSteps(const ComparisonSide& side, const std::string& filter)
{
    std::set<std::int64_t> steps;
    if (filter.empty())
        return steps;
    const TensorTable table(side.index);
    TRY_ASSIGN(const FilterExpression wanted, FilterExpression::parse(filter, table));
    if (needsStatistics(wanted))
        return steps;
    for (const TensorId id : side.tensors()) {
        const auto step = side.index->factsOf(id).step;
        if (step && !steps.contains(*step) && wanted.matches(table, id.value()))
            steps.insert(*step);
    }
    return steps;
}

/// Sides of which one iteration is compared, and what is said of it.
struct SidesOfOneIteration {
    ComparisonSide target, golden;
    std::vector<Message> notes;
};

Result<SidesOfOneIteration> ofOneIteration(const ComparisonSide& target, const ComparisonSide& golden,
    const std::string& filter, const PairingOptions& options)
{
    SidesOfOneIteration sides {target, golden, {}};
    if (!options.steps.empty())
        return sides;
    TRY_ASSIGN(const std::set<std::int64_t> wanted, wantedSteps(target, filter));
    if (const auto step = chosenIteration(target, golden, wanted)) {
        sides.target = ofStep(target, *step);
        sides.notes.push_back(
            phrase("the target holds several iterations of a checkpoint, and golden none of "
                   "these: iteration %1 is compared; open another one by itself to compare it",
                *step));
    } else if (const auto other = chosenIteration(golden, target, {})) {
        sides.golden = ofStep(golden, *other);
        sides.notes.push_back(
            phrase("golden holds several iterations of a checkpoint, and the target none of "
                   "these: iteration %1 is compared; open another one by itself to compare it",
                *other));
    }
    return sides;
}

bool hasValues(const DumpIndex& index, TensorId id)
{
    return index.tensor(id).state != TensorState::StatisticsOnly;
}

/// Drops pairs that the bundle says nothing of. They were compared and left out of it: what its files still
/// tell of them, such as a line of statistics, is not what was compared. A pair that somebody made by hand
/// stays where the values of both sides are there.
void leaveOutUnrecorded(
    Pairing& pairing, const RecordedRun& run, const DumpIndex& target, const DumpIndex& golden)
{
    if (run.pairs.empty())
        return;
    std::set<std::pair<std::string_view, std::string_view>> known;
    for (const auto* const pairs : {&run.pairs, &run.others}) {
        for (const RecordedRun::Pair& pair : *pairs)
            known.emplace(pair.target, pair.golden);
    }
    std::erase_if(pairing.pairs, [&](const TensorPair& pair) {
        const bool isNew = pair.origin == PairOrigin::Manual && hasValues(target, pair.target)
            && hasValues(golden, pair.golden);
        const std::string targetId = target.tensorId(pair.target), goldenId = golden.tensorId(pair.golden);
        return !isNew && !known.contains({targetId, goldenId});
    });
}

/// Pairs of one execution of the target's operators, which stand together.
struct PairedCall {
    std::size_t begin = 0, end = 0;
    std::uint32_t golden = 0, target = 0; ///< places in the order of execution
};

/// Where golden's partners run: that of what the operator gives, or else is given.
std::uint32_t goldenPlace(
    std::span<const TensorPair> call, const DumpIndex& target, const std::vector<std::uint32_t>& places)
{
    std::optional<std::uint32_t> given, made;
    for (const TensorPair& pair : call) {
        auto& place = target.tensor(pair.target).io == Io::Output ? made : given;
        const std::uint32_t own = places[pair.golden.value()];
        place = place ? std::min(*place, own) : own;
    }
    return made ? *made : given.value_or(0);
}

/// Puts pairs, which are in the target's order, into golden's order of execution.
void orderByGolden(std::vector<TensorPair>& pairs, const DumpIndex& target, const DumpIndex& golden)
{
    const std::vector<std::uint32_t> places = executionPlaces(golden), own = executionPlaces(target);
    const auto isOfOne = [&](TensorId a, TensorId b) {
        const FolderFacts &x = target.factsOf(a), &y = target.factsOf(b);
        return target.tensor(a).opName == target.tensor(b).opName && x.rank == y.rank && x.step == y.step
            && x.run == y.run && executionNumber(target, a) == executionNumber(target, b);
    };
    std::vector<PairedCall> calls;
    for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
        for (end = begin + 1; end < pairs.size() && isOfOne(pairs[begin].target, pairs[end].target);)
            ++end;
        calls.push_back(
            {begin, end, goldenPlace(std::span(pairs).subspan(begin, end - begin), target, places),
                own[pairs[begin].target.value()]});
    }
    std::ranges::stable_sort(
        calls, {}, [](const PairedCall& call) { return std::pair(call.golden, call.target); });
    std::vector<TensorPair> ordered;
    ordered.reserve(pairs.size());
    for (const PairedCall& call : calls) {
        for (std::size_t i = call.begin; i < call.end; ++i)
            ordered.push_back(std::move(pairs[i]));
    }
    pairs = std::move(ordered);
}

/// Puts pairs into the order of execution that the target recorded, or else golden.
void orderByExecution(std::vector<TensorPair>& pairs, const DumpIndex& target, const DumpIndex& golden)
{
    if (arePairsOrdered(pairs, &TensorPair::target, target)) {
        const std::vector<std::uint32_t> places = executionPlaces(target);
        const auto placeOf = [&](const TensorPair& pair) { return places[pair.target.value()]; };
        if (!std::ranges::is_sorted(pairs, {}, placeOf))
            std::ranges::stable_sort(pairs, {}, placeOf);
    } else if (arePairsOrdered(pairs, &TensorPair::golden, golden)) {
        orderByGolden(pairs, target, golden);
    }
}

} // namespace

bool arePairsOrdered(
    const std::vector<TensorPair>& pairs, TensorId TensorPair::*tensor, const DumpIndex& index)
{
    std::vector<TensorId> tensors;
    tensors.reserve(pairs.size());
    for (const TensorPair& pair : pairs)
        tensors.push_back(pair.*tensor);
    return isInExecutionOrder(index, tensors);
}

Result<Pairing> wantedPairs(const PairsWanted& wanted, TaskContext& task)
{
    const auto& [target, golden, filter, options, recorded] = wanted;
    TRY_ASSIGN(const ComparisonSide ofRuns, ofWantedRuns(target, filter, task));
    TRY_ASSIGN(const SidesOfOneIteration sides, ofOneIteration(ofRuns, golden, filter, options));
    const auto& [targets, goldens, notes] = sides;
    PairingOptions asked = options;
    // Halves of a bundle are paired as they were, unless somebody says otherwise.
    if (recorded && asked.ruleFiles.empty() && asked.ruleTexts.empty())
        asked.ruleTexts = recorded->rules;
    TRY_ASSIGN(Pairing pairing, pairSides(targets, goldens, asked, task));
    if (asked.findsAssemblies) {
        TRY_ASSIGN(const bool areElsewhere, areTokensElsewhere(pairing, targets, goldens, task));
        if (areElsewhere || asked.layout || isCutOtherwise(pairing, targets, goldens)
            || areOutputsFused(pairing, targets, goldens))
            TRY_VOID(pairAssemblies(pairing, targets, goldens, asked, task));
        else
            TRY_VOID(pairNamedParameters(pairing, targets, goldens, asked, task));
    }
    settleSaidAssemblies(pairing);
    for (const Message& note : notes)
        pairing.problems.push_back({Severity::Warning, Code::Ambiguous, {}, note});
    if (recorded)
        leaveOutUnrecorded(pairing, *recorded, *target.index, *golden.index);
    TRY_VOID(restrict(pairing, target, golden, filter, task));
    orderByExecution(pairing.pairs, *target.index, *golden.index);
    TRY_VOID(hintAtTransposedInputs(pairing, target, golden, task));
    return pairing;
}

} // namespace dumpscope::core
