// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/coverage.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/conclusion/compared_places.h"
#include "compare/layout/assembly.h"
#include "compare/layout/same_bits.h"
#include "compare/parameters/parameter_updates.h"
#include "compare/suspects/operator_nature.h"
#include "model/checkpoint_folders.h"
#include "readers/msprobe/msprobe_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

namespace dumpscope::core {

namespace {

/// Tensors of one side that were compared, each counted once although it may stand in several pairs; with
/// those that have the bits of one.
std::uint64_t comparedOf(
    const PairTable& pairs, bool ofTarget, std::size_t tensors, const std::vector<UnpairedTensor>& unpaired)
{
    std::vector<bool> compared(tensors);
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        const PairResult& row = pairs.row(i);
        if (row.verdict == Verdict::NotComparable)
            continue;
        for (const TensorId id : ofTarget ? targetsOf(row.pair) : goldensOf(row.pair))
            compared[id.value()] = true;
    }
    for (const UnpairedTensor& tensor : unpaired) {
        if (hasSameBits(tensor))
            compared[tensor.id.value()] = true;
    }
    return static_cast<std::uint64_t>(std::count(compared.begin(), compared.end(), true));
}

/// Whether a collective was compared while the target has ranks that were not.
bool cutsCollectives(const PairTable& pairs)
{
    const DumpIndex& index = *pairs.target().index;
    std::set<std::optional<std::int64_t>> compared;
    std::set<StringId> types;
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        for (const TensorId id : targetsOf(pairs.row(i).pair)) {
            types.insert(index.tensor(id).opType);
            compared.insert(index.factsOf(id).rank);
        }
    }
    const bool isCollective = std::ranges::any_of(types, [&index](StringId type) {
        return type.isValid() && operatorNature(index.text(type)) == OperatorNature::Collective;
    });
    for (std::size_t i = 0; isCollective && i < index.tensorCount(); ++i) {
        const auto rank = index.factsOf(TensorId(i)).rank;
        if (rank && !compared.contains(rank))
            return true;
    }
    return false;
}

/// Ranks and steps of a side that tensors have which were asked for, and no pair.
void addMissing(const PairTable& pairs, TensorId TensorPair::*side, const DumpIndex& index,
    const std::vector<UnpairedTensor>& unpaired, Form<1> ofRanks, Form<1> ofSteps,
    std::vector<Message>& missing)
{
    std::set<std::int64_t> ranks, steps, pairedRanks, pairedSteps;
    std::set<std::pair<std::int64_t, std::int64_t>> places, pairedPlaces; ///< of both
    const auto addTo = [&](TensorId id, auto& rank, auto& step, auto& place) {
        const FolderFacts& facts = index.factsOf(id);
        if (facts.rank)
            rank.insert(*facts.rank);
        if (facts.step)
            step.insert(*facts.step);
        if (facts.rank && facts.step)
            place.emplace(*facts.rank, *facts.step);
    };
    for (const UnpairedTensor& tensor : unpaired)
        addTo(tensor.id, ranks, steps, places);
    if (ranks.empty() && steps.empty())
        return;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        for (const TensorId id : side == &TensorPair::target ? targetsOf(pair) : goldensOf(pair))
            addTo(id, pairedRanks, pairedSteps, pairedPlaces);
    }
    const auto report = [&](std::set<std::int64_t>& all, const std::set<std::int64_t>& paired, Form<1> form) {
        std::erase_if(all, [&](std::int64_t number) { return paired.contains(number); });
        if (!all.empty() && !paired.empty())
            missing.push_back(phraseOf(form, numberList(all)));
    };
    report(ranks, pairedRanks, ofRanks);
    report(steps, pairedSteps, ofSteps);
    // A rank that lacks some of the steps that others have.
    std::map<std::int64_t, std::set<std::int64_t>> stepsOfRank;
    for (const auto& [rank, step] : places) {
        if (pairedRanks.contains(rank) && pairedSteps.contains(step) && !pairedPlaces.contains({rank, step}))
            stepsOfRank[rank].insert(step);
    }
    for (const auto& [rank, missed] : stepsOfRank)
        missing.push_back(phrase("%1 in step %2", phraseOf(ofRanks, rank), numberList(missed)));
}

/// Whether a tensor belongs to the model or its gradients. Optimizers run at the end of a step, and which of
/// their operators are dumped depends on how they are written.
bool isOfModel(const DumpIndex& index, TensorId id)
{
    const StringId op = index.tensor(id).opName;
    const std::string_view name = op.isValid() ? index.text(op) : std::string_view();
    if (!parseMsprobeEntry(name))
        return !name.empty();
    return name.starts_with("Module.") || name.starts_with("Functional.")
        || name.find(".backward") != std::string_view::npos;
}

/// A side of a comparison and its tensors without partner.
struct UnpairedSide {
    TensorId TensorPair::*tensor;
    const DumpIndex& index;
    const std::vector<UnpairedTensor>& unpaired;
};

/// How many tensors without partner the side has behind this one in its rank and step.
std::size_t countBehind(const UnpairedSide& side, TensorId last)
{
    const FolderFacts& facts = side.index.factsOf(last);
    return static_cast<std::size_t>(std::ranges::count_if(side.unpaired, [&](const UnpairedTensor& tensor) {
        const FolderFacts& other = side.index.factsOf(tensor.id);
        return tensor.id > last && other.rank == facts.rank && other.step == facts.step;
    }));
}

/// Steps in which one side ends long before the other, as a run that crashed: `longer` goes on.
void addEnds(const PairTable& pairs, const UnpairedSide& longer, const UnpairedSide& shorter, Form<3> form,
    std::vector<Message>& missing)
{
    TensorId TensorPair::*const side = longer.tensor;
    const DumpIndex& index = longer.index;
    const std::vector<UnpairedTensor>& unpaired = longer.unpaired;
    constexpr std::size_t kFewest = 8;
    constexpr std::size_t kFewGoOn = 4; // what a call left behind as the run crashed is less
    constexpr std::size_t kMany = 20;   // one of so many tensors of the step
    using Number = std::optional<std::int64_t>;
    struct End {
        TensorId last;                                              ///< that was compared
        TensorId partner;                                           ///< the last one of the other side
        std::size_t paired = 0, before = 0, after = 0, ofModel = 0; ///< before, after: unpaired
    };
    std::map<std::pair<Number, Number>, End> ends; ///< by rank and step
    const auto placeOf = [&](TensorId id) {
        const FolderFacts& facts = index.factsOf(id);
        return std::pair(facts.rank, facts.step);
    };
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorId id = pairs.row(row).pair.*side;
        End& end = ends[placeOf(id)];
        ++end.paired;
        if (!end.last.isValid() || end.last < id)
            end.last = id;
        const TensorId partner = pairs.row(row).pair.*shorter.tensor;
        if (!end.partner.isValid() || end.partner < partner)
            end.partner = partner;
    }
    for (const UnpairedTensor& tensor : unpaired) {
        const auto end = ends.find(placeOf(tensor.id));
        if (end == ends.end())
            continue;
        if (tensor.id < end->second.last) {
            ++end->second.before;
            continue;
        }
        ++end->second.after;
        end->second.ofModel += isOfModel(index, tensor.id) ? 1 : 0;
    }
    std::size_t count = 0;
    const End* first = nullptr;
    for (const auto& [place, end] : ends) {
        // Where much is without partner before, the last pair is no end.
        if (end.ofModel < kFewest || kMany * end.ofModel < end.paired || kMany * end.before > end.paired)
            continue;
        // A side that goes on with tensors of other names does not end.
        if (kFewGoOn * countBehind(shorter, end.partner) >= end.after)
            continue;
        ++count;
        if (first == nullptr)
            first = &end;
    }
    if (first == nullptr)
        return;
    const FolderFacts& facts = index.factsOf(first->last);
    const Message where = facts.rank && facts.step ? phrase("rank %1 step %2", *facts.rank, *facts.step)
        : facts.step                               ? phrase("step %1", *facts.step)
        : facts.rank                               ? phrase("rank %1", *facts.rank)
                                                   : phrase("the run");
    Message text
        = phraseOf(form, where, printable(index.text(index.tensor(first->last).opName)), first->after);
    missing.push_back(count == 1 ? std::move(text)
                                 : phrase("%1, and so it is in %2 other places", std::move(text), count - 1));
}

/// The part of a path that tells runs below one root apart; empty for what lies at the top.
std::string_view topFolder(const DumpIndex& index, TensorId id)
{
    const std::string_view path = index.text(index.folder(index.file(index.tensor(id).file).folder).path);
    return path.substr(0, path.find('/'));
}

/// Perhaps a second run below one root: tensors of the name and place of others that were compared, in
/// another folder.
void addSecondRun(const PairTable& pairs, TensorId TensorPair::*side, const DumpIndex& index,
    const std::vector<UnpairedTensor>& unpaired, Form<3> form, std::vector<Message>& missing)
{
    constexpr std::size_t kFewest = 8; // fewer names may repeat by chance
    constexpr std::size_t kMany = 4;   // one of so many tensors that were compared
    using Number = std::optional<std::int64_t>;
    using Place = std::tuple<Number, Number, std::string_view, StringId, Io, std::int32_t>;
    const auto placeOf = [&](TensorId id) {
        const FolderFacts& facts = index.factsOf(id);
        const TensorRow& row = index.tensor(id);
        return Place {facts.rank, facts.step, facts.model, row.opName, row.io, row.slot};
    };
    const auto isEnough
        = [&](std::size_t doubles) { return doubles >= kFewest && doubles * kMany > pairs.rows(); };
    if (!isEnough(unpaired.size()))
        return;
    std::map<Place, std::string_view> compared;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorId id = pairs.row(row).pair.*side;
        compared.try_emplace(placeOf(id), topFolder(index, id));
    }
    std::map<std::pair<std::string_view, std::string_view>, std::size_t>
        doubles; ///< by folder, and the other
    for (const UnpairedTensor& tensor : unpaired) {
        const auto found = compared.find(placeOf(tensor.id));
        const std::string_view folder = topFolder(index, tensor.id);
        if (found != compared.end() && found->second != folder)
            ++doubles[{folder, found->second}];
    }
    const auto most
        = std::ranges::max_element(doubles, {}, [](const auto& folders) { return folders.second; });
    if (most != doubles.end() && isEnough(most->second))
        missing.push_back(
            phraseOf(form, most->second, printable(most->first.first), printable(most->first.second)));
}

/// Ranks of checkpoints whose files are not there, unless both sides lack them.
void addMissingFolders(const DumpIndex& target, const DumpIndex& golden, std::vector<Message>& missing)
{
    const auto ofTarget = missingCheckpointFolders(target), ofGolden = missingCheckpointFolders(golden);
    if (ofTarget == ofGolden)
        return;
    for (const Message& sentence : ofTarget)
        missing.push_back(phrase("the target is incomplete: %1", sentence));
    for (const Message& sentence : ofGolden)
        missing.push_back(phrase("golden is incomplete: %1", sentence));
}

/// What was compared of both sides.
Message comparedText(const Coverage& coverage)
{
    const Coverage::Side &target = coverage.target, &golden = coverage.golden;
    const bool isTargetWhole = target.compared == target.tensors;
    const bool isGoldenWhole = golden.compared == golden.tensors;
    if (isTargetWhole && isGoldenWhole)
        return coverage.isWhole() ? phrase("compared: every tensor of both sides")
                                  : phrase("compared: every tensor asked for");
    const Message part = isGoldenWhole
        ? phrase("compared: %1 of %2 tensors of the target", target.compared, target.tensors)
        : isTargetWhole ? phrase("compared: %1 of %2 tensors of golden", golden.compared, golden.tensors)
                        : phrase("compared: %1 of %2 tensors of the target and %3 of %4 tensors of golden",
                            target.compared, target.tensors, golden.compared, golden.tensors);
    return phrase("%1; %2", part, phrase("this says nothing about the rest"));
}

} // namespace

double Coverage::share() const
{
    return std::min(target.share(), golden.share());
}

double Coverage::shareOfModel() const
{
    return std::min({1.0, target.shareOfModel(), golden.shareOfModel()});
}

Message Coverage::message() const
{
    std::vector<Message> parts;
    if (finished < of)
        parts.push_back(phrase("stopped after %1 of %2 pairs", finished, of));
    if (target.tensors == 0 && golden.tensors == 0) {
        parts.push_back(phrase("compared: nothing"));
        return joined(parts);
    }
    parts.push_back(comparedText(*this));
    constexpr Form<1> kTargetUpdates
        = "of the rest %1 tensors of the target are updates of parameters, of which "
          "golden's dump has nothing: what they give shows in the parameters of the "
          "next step alone";
    constexpr Form<1> kGoldenUpdates
        = "of the rest %1 tensors of golden are updates of parameters, of which the "
          "target's dump has nothing: what they give shows in the parameters of the "
          "next step alone";
    if (target.ofUpdates > 0 && golden.ofUpdates == 0)
        parts.push_back(phraseOf(kTargetUpdates, target.ofUpdates));
    else if (target.ofUpdates == 0 && golden.ofUpdates > 0)
        parts.push_back(phraseOf(kGoldenUpdates, golden.ofUpdates));
    else if (target.ofUpdates > 0)
        parts.push_back(
            phrase("of the rest %1 tensors of the target and %2 of golden are updates of "
                   "parameters, computed by other operators on each side: what they give shows in "
                   "the parameters of the next step alone",
                target.ofUpdates, golden.ofUpdates));
    const auto addPart = [&](std::uint64_t count, const Message& all, Form<2> some) {
        if (count > 0)
            parts.push_back(count == pairs ? all : phraseOf(some, count, pairs));
    };
    addPart(byStatistics, phrase("by statistics alone"), Form<2>("by statistics alone: %1 of %2 pairs"));
    addPart(byChecksums, phrase("by checksums alone"), Form<2>("by checksums alone: %1 of %2 pairs"));
    addPart(suggested, phrase("paired by equal values alone, which is a suggestion"),
        Form<2>("paired by equal values alone, which is a suggestion: %1 of %2 pairs"));
    if (target.leftOut + golden.leftOut > 0)
        parts.push_back(phrase(
            "%1 tensors of the target and %2 of golden were not asked for", target.leftOut, golden.leftOut));
    if (measuresNoise && target.leftOut + golden.leftOut > 0)
        parts.push_back(phrase("the noise of the run is measured without them, so verdicts may be others "
                               "where everything is compared"));
    parts.insert(parts.end(), missing.begin(), missing.end());
    parts.insert(parts.end(), otherPlaces.begin(), otherPlaces.end());
    if (cutsRanks)
        parts.push_back(phrase("ranks were left out, what they gave to collectives is not known"));
    return joined(parts);
}

std::vector<Message> ranksMissing(const Comparison& comparison)
{
    const auto &target = comparison.targetRanksWithoutDump, &golden = comparison.goldenRanksWithoutDump;
    std::vector<Message> missing;
    if (target == golden) // one rank of several is compared with its like
        return missing;
    const auto report = [&](const std::vector<std::int64_t>& ranks, Form<1> one, Form<1> several) {
        if (!ranks.empty())
            missing.push_back(
                phraseOf(ranks.size() == 1 ? one : several, numberList({ranks.begin(), ranks.end()})));
    };
    report(target,
        Form<1>("rank %1 of the target, which others exchange tensors with, is not in what was opened"),
        Form<1>("ranks %1 of the target, which others exchange tensors with, are not in what was opened"));
    report(golden,
        Form<1>("rank %1 of golden, which others exchange tensors with, is not in what was opened"),
        Form<1>("ranks %1 of golden, which others exchange tensors with, are not in what was opened"));
    return missing;
}

namespace {

/// Whether checksums decided: there was nothing else, or they are equal, which statistics cannot better.
bool isByChecksums(const PairResult& result)
{
    return result.basis == PairBasis::Checksums
        || (result.basis == PairBasis::Statistics && result.sameChecksum.value_or(false) && result.figures
            && result.figures->sameBits.value_or(false));
}

} // namespace

Coverage coverageOf(const Comparison& comparison)
{
    const PairTable& pairs = *comparison.pairs;
    Coverage coverage;
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        if (pairs.row(i).verdict == Verdict::NotComparable)
            continue;
        ++coverage.pairs;
        if (isByChecksums(pairs.row(i)))
            ++coverage.byChecksums;
        else
            coverage.byStatistics += pairs.row(i).basis == PairBasis::Statistics ? 1 : 0;
        coverage.suggested += pairs.row(i).pair.origin == PairOrigin::Fingerprint ? 1 : 0;
    }
    coverage.finished = pairs.rows();
    coverage.measuresNoise = comparison.judgedByNoise;
    coverage.of = std::max<std::uint64_t>(comparison.paired, pairs.rows());
    const auto sideOf = [&](const DumpIndex& index, bool ofTarget, std::uint64_t paired,
                            std::size_t unpaired) {
        Coverage::Side counted;
        counted.tensors = paired + unpaired;
        counted.compared = comparedOf(pairs, ofTarget, index.tensorCount(),
            ofTarget ? comparison.unpairedTarget : comparison.unpairedGolden);
        counted.leftOut = index.tensorCount() - std::min<std::uint64_t>(index.tensorCount(), counted.tensors);
        return counted;
    };
    coverage.target
        = sideOf(*pairs.target().index, true, comparison.pairedTarget, comparison.unpairedTarget.size());
    coverage.golden
        = sideOf(*pairs.golden().index, false, comparison.pairedGolden, comparison.unpairedGolden.size());
    if (coverage.finished == coverage.of) {
        const ParameterUpdates updates = parameterUpdates(comparison);
        coverage.target.ofUpdates = updates.target;
        coverage.golden.ofUpdates = updates.golden;
        coverage.missing = ranksMissing(comparison);
        addMissingFolders(*pairs.target().index, *pairs.golden().index, coverage.missing);
        coverage.otherPlaces = otherPlaces(pairs);
        addMissing(pairs, &TensorPair::golden, *pairs.golden().index, comparison.unpairedGolden,
            Form<1>("nothing was compared of golden's rank %1"),
            Form<1>("nothing was compared of golden's step %1"), coverage.missing);
        addMissing(pairs, &TensorPair::target, *pairs.target().index, comparison.unpairedTarget,
            Form<1>("nothing was compared of the target's rank %1"),
            Form<1>("nothing was compared of the target's step %1"), coverage.missing);
        addSecondRun(pairs, &TensorPair::golden, *pairs.golden().index, comparison.unpairedGolden,
            Form<3>(
                "%1 tensors of golden in %2 have the names of others in %3, which were compared: if these "
                "are two runs, open one by itself or choose it by --golden-run"),
            coverage.missing);
        addSecondRun(pairs, &TensorPair::target, *pairs.target().index, comparison.unpairedTarget,
            Form<3>("%1 tensors of the target in %2 have the names of others in %3, which were compared: if "
                    "these are two runs, open one by itself or choose it by --run"),
            coverage.missing);
        if (comparison.isOrderKnown && coverage.missing.empty()) { // else others lack more
            const UnpairedSide target {&TensorPair::target, *pairs.target().index, comparison.unpairedTarget};
            const UnpairedSide golden {&TensorPair::golden, *pairs.golden().index, comparison.unpairedGolden};
            addEnds(pairs, golden, target,
                Form<3>("the target ends in %1 behind %2: %3 tensors of golden come after"),
                coverage.missing);
            addEnds(pairs, target, golden,
                Form<3>("golden ends in %1 behind %2: %3 tensors of the target come after"),
                coverage.missing);
        }
    }
    // A comparison that was stopped has not come to the others yet.
    coverage.cutsRanks = coverage.finished == coverage.of && cutsCollectives(pairs);
    return coverage;
}

} // namespace dumpscope::core
