// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/coverage.h"

#include "compare/comparison.h"
#include "compare/suspects/operator_nature.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace dumpscope::core {

namespace {

/// Tensors of one side that were compared, each counted once although it may stand in several pairs.
std::uint64_t comparedOf(const PairTable& pairs, TensorId TensorPair::*side, std::size_t tensors)
{
    std::vector<bool> compared(tensors);
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        const PairResult& row = pairs.row(i);
        if (row.verdict != Verdict::NotComparable)
            compared[(row.pair.*side).value()] = true;
    }
    return static_cast<std::uint64_t>(std::count(compared.begin(), compared.end(), true));
}

/// Whether a collective was compared while the target has ranks that were not.
bool cutsCollectives(const PairTable& pairs)
{
    const DumpIndex& index = *pairs.target().index;
    std::set<std::optional<std::int64_t>> compared;
    bool isCollective = false;
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        const TensorId id = pairs.row(i).pair.target;
        const StringId type = index.tensor(id).opType;
        compared.insert(index.factsOf(id).rank);
        isCollective = isCollective
            || (type.isValid() && operatorNature(index.text(type)) == OperatorNature::Collective);
    }
    for (std::size_t i = 0; isCollective && i < index.tensorCount(); ++i) {
        const auto rank = index.factsOf(TensorId(i)).rank;
        if (rank && !compared.contains(rank))
            return true;
    }
    return false;
}

std::string listOf(const std::set<std::int64_t>& numbers)
{
    constexpr std::size_t kMost = 8;
    std::string text;
    std::size_t told = 0;
    for (const std::int64_t number : numbers) {
        if (told++ == kMost)
            return text + ", ...";
        text += fmt::format("{}{}", text.empty() ? "" : ", ", number);
    }
    return text;
}

/// Ranks and steps of a side that tensors have which were asked for, and no pair.
void addMissing(const PairTable& pairs, TensorId TensorPair::*side, const DumpIndex& index,
    const std::vector<UnpairedTensor>& unpaired, std::string_view owner, std::vector<std::string>& missing)
{
    std::set<std::int64_t> ranks, steps, pairedRanks, pairedSteps;
    const auto addTo = [&](TensorId id, std::set<std::int64_t>& rank, std::set<std::int64_t>& step) {
        const FolderFacts& facts = index.factsOf(id);
        if (facts.rank)
            rank.insert(*facts.rank);
        if (facts.step)
            step.insert(*facts.step);
    };
    for (const UnpairedTensor& tensor : unpaired)
        addTo(tensor.id, ranks, steps);
    if (ranks.empty() && steps.empty())
        return;
    for (std::size_t row = 0; row < pairs.rows(); ++row)
        addTo(pairs.row(row).pair.*side, pairedRanks, pairedSteps);
    const auto tell = [&](std::set<std::int64_t>& all, const std::set<std::int64_t>& paired,
                          std::string_view what) {
        std::erase_if(all, [&](std::int64_t number) { return paired.contains(number); });
        if (!all.empty() && !paired.empty())
            missing.push_back(fmt::format("nothing was compared of {} {} {}", owner, what, listOf(all)));
    };
    tell(ranks, pairedRanks, "rank");
    tell(steps, pairedSteps, "step");
}

std::string partText(const Coverage::Side& side, std::string_view word)
{
    return fmt::format("{} of {} tensors of the {}", side.compared, side.tensors, word);
}

} // namespace

double Coverage::share() const
{
    return std::min(target.share(), golden.share());
}

std::string Coverage::text() const
{
    std::string text;
    if (finished < of)
        text = fmt::format("stopped after {} of {} pairs; ", finished, of);
    if (target.tensors == 0 && golden.tensors == 0)
        return text + "compared: nothing";
    const bool isTargetWhole = target.compared == target.tensors;
    const bool isGoldenWhole = golden.compared == golden.tensors;
    if (isTargetWhole && isGoldenWhole) {
        text += isWhole() ? "compared: every tensor of both sides" : "compared: every tensor asked for";
    } else {
        text += "compared: ";
        if (!isTargetWhole)
            text += partText(target, "target");
        if (!isTargetWhole && !isGoldenWhole)
            text += " and ";
        if (!isGoldenWhole)
            text += partText(golden, "golden");
        text += "; this says nothing about the rest";
    }
    if (byStatistics > 0 && byStatistics < pairs)
        text += fmt::format("; by statistics alone: {} of {} pairs", byStatistics, pairs);
    if (target.leftOut + golden.leftOut > 0)
        text += fmt::format("; {} tensors of the target and {} of the golden were not asked for",
            target.leftOut, golden.leftOut);
    for (const std::string& sentence : missing)
        text += "; " + sentence;
    if (cutsRanks)
        text += "; ranks were left out, what they gave to collectives is not known";
    return text;
}

Coverage coverageOf(const Comparison& comparison)
{
    const PairTable& pairs = *comparison.pairs;
    Coverage coverage;
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        if (pairs.row(i).verdict == Verdict::NotComparable)
            continue;
        ++coverage.pairs;
        coverage.byStatistics += pairs.row(i).basis == PairBasis::Statistics ? 1 : 0;
    }
    coverage.finished = pairs.rows();
    coverage.of = std::max<std::uint64_t>(comparison.paired, pairs.rows());
    const auto sideOf = [&](const DumpIndex& index, TensorId TensorPair::*side, std::uint64_t paired,
                            std::size_t unpaired) {
        Coverage::Side counted;
        counted.tensors = paired + unpaired;
        counted.compared = comparedOf(pairs, side, index.tensorCount());
        counted.leftOut = index.tensorCount() - std::min<std::uint64_t>(index.tensorCount(), counted.tensors);
        return counted;
    };
    coverage.target = sideOf(*pairs.target().index, &TensorPair::target, comparison.pairedTarget,
        comparison.unpairedTarget.size());
    coverage.golden = sideOf(*pairs.golden().index, &TensorPair::golden, comparison.pairedGolden,
        comparison.unpairedGolden.size());
    if (coverage.finished == coverage.of) {
        addMissing(pairs, &TensorPair::golden, *pairs.golden().index, comparison.unpairedGolden, "golden's",
            coverage.missing);
        addMissing(pairs, &TensorPair::target, *pairs.target().index, comparison.unpairedTarget,
            "the target's", coverage.missing);
    }
    // A comparison that was stopped has not come to the others yet.
    coverage.cutsRanks = coverage.finished == coverage.of && cutsCollectives(pairs);
    return coverage;
}

} // namespace dumpscope::core
