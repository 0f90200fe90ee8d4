// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/conclusion_notes.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/conclusion/changed_parameters.h"
#include "compare/conclusion/chosen_file.h"
#include "compare/conclusion/conclusion_facts.h"
#include "compare/conclusion/conclusion_place.h"
#include "compare/conclusion/failure_explanation.h"
#include "compare/conclusion/other_arrangement.h"
#include "compare/conclusion/parted_batch.h"
#include "compare/conclusion/unpaired_evidence.h"
#include "compare/layout/assembly.h"
#include "compare/measuring/left_out.h"
#include "compare/number_difference.h"
#include "compare/parameters/lora_adapters.h"
#include "compare/parameters/quantised_parameters.h"
#include "compare/parameters/recorded_parameters.h"
#include "compare/parameters/repeated_parameters.h"
#include "compare/parameters/tied_parameters.h"
#include "compare/suspects/other_call.h"
#include "compare/suspects/scalar_arguments.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "model/tensor_place.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

double shareOf(std::uint64_t part, std::uint64_t whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 1;
}

/// Whether it is of the operator by which the two sides scale their loss otherwise.
bool scalesLoss(const Comparison& comparison, TensorId id)
{
    const PairTable& pairs = *comparison.pairs;
    const DumpIndex& index = *pairs.target().index;
    return std::ranges::any_of(comparison.suspicion.lossScales, [&](const LossScale& scale) {
        return std::ranges::any_of(scale.calls, [&](std::size_t row) {
            const TensorId call = pairs.row(row).pair.target;
            return index.tensor(call).opName == index.tensor(id).opName
                && index.factsOf(call).rank == index.factsOf(id).rank
                && index.factsOf(call).step == index.factsOf(id).step;
        });
    });
}

/// Whether checkpoints are compared, of which a tensor without a partner is a weight that was not.
bool areParameters(const PairTable& pairs)
{
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (pairs.golden().index->tensor(pairs.row(row).pair.golden).io != Io::Parameter)
            return false;
    }
    return true;
}

} // namespace

std::vector<Message> damageOf(const PairTable& pairs)
{
    std::vector<Message> all = damageOf(*pairs.target().index, true);
    for (Message& one : damageOf(*pairs.golden().index, false))
        all.push_back(std::move(one));
    return all;
}

void concludeNothing(const Comparison& comparison, Conclusion& made)
{
    const PairTable& pairs = *comparison.pairs;
    made.kind = ConclusionKind::NothingCompared;
    made.headline = phrase("nothing was compared");
    if (pairs.rows() == 0) {
        made.reason = comparison.partial ? phrase("stopped before the first pair") : comparison.whyNoPairs;
    } else {
        made.row = 0;
        made.reason = pairs.rows() == 1
            ? phrase("the only pair could not be compared: %1", pairs.row(0).reason)
            : phrase("none of %1 pairs could be compared; the first: %2", pairs.rows(), pairs.row(0).reason);
    }
    for (const Message& damaged : damageOf(pairs))
        made.addReason(damaged);
}

void noteOtherLimits(const Comparison& comparison, Conclusion& made)
{
    const PairTable& pairs = *comparison.pairs;
    const auto beyond = std::ranges::count_if(comparison.otherLimits, [&](std::size_t row) {
        return pairs.row(row).verdict == Verdict::Fail || pairs.row(row).verdict == Verdict::Warn;
    });
    if (beyond == 1)
        made.addReason(
            phrase("explanations are off for 1 pair beyond its limits, because its limits were changed"));
    else if (beyond > 1)
        made.addReason(
            phrase("explanations are off for %1 pairs beyond their limits, because their limits were "
                   "changed",
                beyond));
}

void noteLeftOut(const Comparison& comparison, Conclusion& made)
{
    const LeftOutCounts counts = countLeftOut(*comparison.pairs);
    std::vector<Message> said;
    if (counts.padding > 0)
        said.push_back(counts.padding == 1 ? phrase("padding of 1 pair was left out")
                                           : phrase("padding of %1 pairs was left out", counts.padding));
    if (counts.noCounterpart > 0)
        said.push_back(counts.noCounterpart == 1
                ? phrase("1 pair was compared only where both sides have a counterpart")
                : phrase(
                    "%1 pairs were compared only where both sides have a counterpart", counts.noCounterpart));
    for (Message& sentence : said) {
        if (made.isClear())
            made.headline = phrase("%1; %2", made.headline, std::move(sentence));
        else
            made.addReason(std::move(sentence));
    }
}

void qualifyAllClear(const Comparison& comparison, Conclusion& made, TaskContext& task)
{
    nameOtherArrangement(comparison, made);
    const PairTable& pairs = *comparison.pairs;
    if (const auto [operators, isAtSamePlaces] = nonFiniteOnBothSides(pairs); operators > 0) {
        made.addReason(!isAtSamePlaces
                ? (operators == 1 ? phrase("both sides hold NaN or infinities in one operator")
                                  : phrase("both sides hold NaN or infinities in %1 operators", operators))
                : operators == 1
                ? phrase("both sides hold NaN or infinities at the same places in one operator")
                : phrase("both sides hold NaN or infinities at the same places in %1 operators", operators));
    }
    if (comparison.suspicion.reordered) {
        const DumpIndex& index = *pairs.target().index;
        made.addReason(
            phrase("from %1 on extremes are golden's while sums differ in their last digits: elements may "
                   "stand in another order, as of a permuted batch",
                printable(index.tensorId(pairs.row(*comparison.suspicion.reordered).pair.target))));
    }
    for (const Message& places : made.coverage.otherPlaces)
        made.headline = phrase("%1; %2", made.headline, places);
    std::vector<Message> buts = made.coverage.missing;
    if (Message collectives = unpairedCollectives(comparison); !collectives.empty()) {
        buts.push_back(std::move(collectives));
        made.isFault = true;
    }
    std::vector<Message> pattern;
    if (ChangedParameters changed = changedParameters(pairs, task); !changed.text.empty()) {
        buts.push_back(std::move(changed.text));
        pattern = patternOfParameter(pairs, changed.first, task);
    }
    if (Message nan = unpairedNan(comparison); !nan.empty())
        buts.push_back(std::move(nan));
    const bool isWhole = buts.empty();
    for (Message& damaged : damageOf(pairs))
        buts.push_back(std::move(damaged));
    if (buts.empty())
        return;
    made.isDamageAlone = isWhole;
    made.kind = ConclusionKind::Warnings;
    made.reason = joined(std::array {made.headline, made.reason});
    made.headline = phrase("no pair fails, but %1", joined(buts, Form<2>("%1, and %2")));
    for (Message& sentence : pattern)
        made.addReason(std::move(sentence));
}

void nameOtherArguments(const Comparison& comparison, Conclusion& made)
{
    // Names count calls, of which a side that computes parts one after the other has more.
    if (const auto batch = partedBatch(comparison); batch && !batch->areRanks)
        return;
    const PairTable& pairs = *comparison.pairs;
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    ScalarArguments targets, goldens;
    const std::size_t end = made.place && made.row ? *made.row + 1 : pairs.rows();
    StringId before;
    for (std::size_t row = 0; row < end; ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        const StringId name = target.tensor(pair.target).opName;
        if (!name.isValid() || name == std::exchange(before, name))
            continue;
        const ScalarDifference given
            = scalarDifference(target, pair.target, golden, pair.golden, targets, goldens);
        const bool isPlace = made.place && made.place->opName == target.text(name);
        // What one side alone is called with is usual elsewhere, unless it shows.
        if (given.text.empty() || scalesLoss(comparison, pair.target)
            || (given.isOneSided && !isPlace && !givesOthersOfEqual(pairs, row))
            || isNumberOfPart(pairs, row, targets))
            continue;
        // A suspect says so itself, but for one without a partner, which others show.
        const auto& suspects = comparison.suspicion.suspects;
        if (isPlace && (suspects.empty() || !suspects.front().targetOnly.isValid()))
            return;
        const std::string opName = printable(target.text(name));
        if (made.isClear())
            made.headline = phrase("%1, but %2 was called otherwise than golden's", made.headline, opName);
        made.addReason(phrase("%1 was called otherwise than golden's: %2", opName, given.text));
        return;
    }
}

void doubtThePairing(const Comparison& comparison, Conclusion& made)
{
    const PairTable& pairs = *comparison.pairs;
    constexpr double kHardly = 0.2;
    const Coverage& coverage = made.coverage;
    const double paired = std::max(shareOf(comparison.pairedTarget, coverage.target.tensors),
        shareOf(comparison.pairedGolden, coverage.golden.tensors));
    if (made.kind == ConclusionKind::NothingCompared || made.kind == ConclusionKind::Unfinished)
        return;
    // What is wrong with others may be what is missing.
    for (Message& missing : ranksMissing(comparison))
        made.headline = phrase("%1; %2", std::move(missing), made.headline);
    for (const Message& places : coverage.otherPlaces)
        made.headline = phrase("%1; %2", places, made.headline);
    const std::size_t shapes = pairsOfOtherShapes(pairs);
    if (paired >= kHardly) {
        if (std::max(coverage.target.share(), coverage.golden.share()) < kHardly && 2 * shapes > pairs.rows())
            made.headline = phrase("%1; %2",
                phrase("hardly anything of the same shapes pairs, %1 of %2 tensors of the target",
                    coverage.target.compared, coverage.target.tensors),
                made.headline);
        return;
    }
    made.headline = phrase("%1; %2",
        phrase("hardly anything pairs, %1 of %2 tensors of the target", comparison.pairedTarget,
            coverage.target.tensors),
        made.headline);
}

void nameOtherFeed(const Comparison& comparison, Conclusion& made)
{
    if (const auto batch = partedBatch(comparison)) {
        made.headline = phrase("%1; %2", batch->sentence(), made.headline);
        made.addReason(
            phrase("parameters can be compared, and gradients behind their averaging or adding up"));
        return;
    }
    const PairTable& pairs = *comparison.pairs;
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    std::set<std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>> begun; // rank, step
    std::optional<std::size_t> first;
    std::size_t others = 0;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        const FolderFacts& facts = target.factsOf(pair.target);
        if (!begun.insert({facts.rank, facts.step}).second || isPutTogether(pair)
            || !tensorError(pairs, row).hasOtherShape || !isFed(pairs, row))
            continue;
        first = first.value_or(row);
        ++others;
    }
    if (!first)
        return;
    const TensorPair& pair = pairs.row(*first).pair;
    const auto shapeOf
        = [](const DumpIndex& index, TensorId id) { return shapeText(index.shape(index.tensor(id).shape)); };
    const Message fed = phrase("%1 is %2, in golden %3", conclusionPlace(target, pair.target).words(),
        shapeOf(target, pair.target), shapeOf(golden, pair.golden));
    made.headline = phrase("%1; %2",
        others == begun.size() ? phrase("the runs were not given the same shapes: %1", fed)
                               : phrase("not everywhere the runs were given the same shapes: %1", fed),
        made.headline);
}

void nameOtherForms(const Comparison& comparison, Conclusion& made, TaskContext& task)
{
    if (Message chosen = chosenFile(comparison); !chosen.empty())
        made.addReason(std::move(chosen));
    const PairTable& pairs = *comparison.pairs;
    if (Message numbers = numberDifferences(*pairs.target().index, *pairs.golden().index).sentence();
        !numbers.empty())
        made.addReason(std::move(numbers));
    if (comparison.partial)
        return;
    const QuantisedParameters quantised = quantisedParameters(comparison, task);
    for (const Message& fault : quantised.faults)
        made.headline = phrase("%1; %2", fault, made.headline);
    const TiedParameters tied = tiedParameters(comparison, task);
    if ((made.isClear() || made.kind == ConclusionKind::Warnings) && areParameters(*comparison.pairs)) {
        for (const Message& lone : tied.lone)
            made.headline = phrase("%1; %2", made.headline, lone);
    }
    for (const auto& forms : {tied.sentences, repeatedParameters(comparison, task), quantised.sentences,
             loraAdapters(comparison, task)}) {
        for (const Message& sentence : forms)
            made.addReason(sentence);
    }
}

bool isGivenOtherwise(const PairTable& pairs, const Suspect& suspect)
{
    const std::size_t shown = suspect.pairs.front();
    return suspect.reason == SuspectReason::WrongInput && !suspect.isReordered
        && !suspect.targetOnly.isValid() && !suspect.goldenOnly.isValid() && !suspect.wrongArgument
        && pairs.target().index->tensor(pairs.row(shown).pair.target).io == Io::Input
        && !isTrainedParameter(pairs, shown);
}

Message relationOfFirst(const Comparison& comparison, const Conclusion& made)
{
    const PairTable& pairs = *comparison.pairs;
    const auto& first = comparison.firstDivergence;
    if (!first || first->index == made.row)
        return {};
    if (made.place && made.place->opName == first->opName && made.place->rank == first->rank
        && made.place->step == first->step) {
        if (made.row && !made.place->isTargetOnly) {
            return phrase("the first of it beyond its limits is %1",
                tensorPlace(*pairs.target().index, pairs.row(first->index).pair.target));
        }
        return {};
    }
    const FailureExplanation explanation(comparison);
    // Ranks run side by side.
    const bool isAfter = made.place && made.row
        && (first->step > made.place->step
            || (first->step == made.place->step && first->rank == made.place->rank
                && first->index > *made.row));
    const bool isUnjudged = made.row && pairs.row(*made.row).verdict == Verdict::NotComparable;
    const Message how = isAfter && isUnjudged ? phrase("comes after it: other shapes have no limits")
        : isAfter                             ? phrase("comes after it")
                                              : explanation.howFar(first->index);
    return first->rule == "input-only"
        ? phrase("the first input beyond its limits, %1, %2", printable(first->opName), how)
        : first->rule == "no-io"
        ? phrase("the first tensor beyond its limits, %1, %2", printable(first->opName), how)
        : hasFailingOutputBefore(pairs, *first)
        ? phrase(
            "the first output beyond its limits whose inputs pass, %1, %2", printable(first->opName), how)
        : phrase("the first output beyond its limits, %1, %2", printable(first->opName), how);
}

} // namespace dumpscope::core
