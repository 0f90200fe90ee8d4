// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/cut_evidence.h"

#include "compare/measuring/pair_alignment.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace dumpscope::core {

namespace {

/// The part of a side's tensors that have no partner of their shape. What only one side has dumped of an
/// operator that has one, as its parameters, is not among them.
double cutShare(const Pairing& pairing, TensorId TensorPair::*side, const ComparisonSide& target,
    const ComparisonSide& golden)
{
    using CallPlace
        = std::tuple<std::optional<std::int64_t>, std::optional<std::int64_t>, StringId, std::uint32_t>;
    const ComparisonSide& own = side == &TensorPair::target ? target : golden;
    const auto callOf = [&](TensorId id) {
        const FolderFacts& facts = own.index->factsOf(id);
        const TensorRow& row = own.index->tensor(id);
        return CallPlace(facts.rank, facts.step, row.opName, row.occurrence);
    };
    const std::vector<TensorId> all = own.tensors();
    std::vector<bool> isAligned(own.index->tensorCount()), isOther(own.index->tensorCount());
    for (const TensorPair& pair : pairing.pairs) { // other: with a partner of another shape
        const bool isMismatch = !haveFittingShapes(*target.index, *golden.index, pair);
        (isMismatch ? isOther : isAligned)[(pair.*side).value()] = true;
    }
    const auto isLone = [&](TensorId id) { return !isAligned[id.value()]; };
    if (std::ranges::none_of(all, isLone))
        return 0;
    std::set<CallPlace> calls;
    for (const TensorPair& pair : pairing.pairs) {
        if (isAligned[(pair.*side).value()])
            calls.insert(callOf(pair.*side));
    }
    const auto cut = std::ranges::count_if(
        all, [&](TensorId id) { return isLone(id) && (isOther[id.value()] || !calls.contains(callOf(id))); });
    return all.empty() ? 0 : static_cast<double>(cut) / static_cast<double>(all.size());
}

} // namespace

std::set<std::int64_t> ranksOf(const ComparisonSide& side)
{
    std::set<std::int64_t> ranks;
    for (const TensorId id : side.tensors()) {
        if (const auto rank = side.index->factsOf(id).rank)
            ranks.insert(*rank);
    }
    return ranks;
}

bool isCutOtherwise(const Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden)
{
    constexpr double kMany = 0.2;
    const auto targetRanks = ranksOf(target), goldenRanks = ranksOf(golden);
    if (targetRanks.size() != goldenRanks.size() && std::max(targetRanks.size(), goldenRanks.size()) > 1) {
        const bool isTargetLess = targetRanks.size() < goldenRanks.size();
        const auto &some = isTargetLess ? targetRanks : goldenRanks,
                   &all = isTargetLess ? goldenRanks : targetRanks;
        // Of a run of one process the only rank is 0 as well; others are some ranks of a run of many.
        const bool areSomeOfThem
            = !some.empty() && some != std::set<std::int64_t> {0} && std::ranges::includes(all, some);
        return !areSomeOfThem
            || cutShare(pairing, isTargetLess ? &TensorPair::target : &TensorPair::golden, target, golden)
            > kMany;
    }
    // A side that has little, as a dump of some operators, is not cut otherwise.
    return cutShare(pairing, &TensorPair::target, target, golden) > kMany
        && cutShare(pairing, &TensorPair::golden, target, golden) > kMany;
}

bool showsAnotherCut(const Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden)
{
    constexpr std::size_t kMany = 5; // one of so many pairs
    const auto others = static_cast<std::size_t>(std::ranges::count_if(pairing.pairs,
        [&](const auto& pair) { return !haveFittingShapes(*target.index, *golden.index, pair); }));
    return ranksOf(target).size() != ranksOf(golden).size()
        || (others > 0 && kMany * others >= pairing.pairs.size());
}

} // namespace dumpscope::core
