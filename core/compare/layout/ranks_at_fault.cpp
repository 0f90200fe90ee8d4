// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/ranks_at_fault.h"

#include "compare/layout/assembly.h"

#include <algorithm>
#include <set>

namespace dumpscope::core {

namespace {

/// As the place that is shown of an assembly is chosen: where a part is three times as far off as another.
std::set<std::int64_t> ranksOff(const Assembly& assembly, const DumpIndex& target)
{
    constexpr double kFloor = 1e-6, kFar = 3, kAsFar = 0.3;
    const auto [least, most] = std::ranges::minmax_element(assembly.parts, {}, &AssemblyPart::error);
    const double from = most->error + kFloor >= kFar * (least->error + kFloor) ? kAsFar * most->error : 0;
    std::set<std::int64_t> ranks;
    for (const AssemblyPart& part : assembly.parts) {
        const auto rank = target.factsOf(part.id).rank;
        if (rank && part.error >= from)
            ranks.insert(*rank);
    }
    return ranks;
}

void nameRanks(Suspect& suspect, const PairTable& pairs)
{
    std::set<std::int64_t> ranks;
    // The output first: what it was given may be of others.
    for (const std::size_t row : suspect.pairs) {
        const TensorPair& pair = pairs.row(row).pair;
        if (!isTargetPutTogether(pair) || pair.hint->assembly->parts.empty())
            continue;
        ranks = ranksOff(*pair.hint->assembly, *pairs.target().index);
        break;
    }
    if (ranks.empty() && suspect.rank)
        ranks.insert(*suspect.rank);
    suspect.ranks.assign(ranks.begin(), ranks.end());
}

} // namespace

void nameRanks(Suspicion& suspicion, const PairTable& pairs)
{
    for (auto* const list : {&suspicion.suspects, &suspicion.cleared}) {
        for (Suspect& suspect : *list)
            nameRanks(suspect, pairs);
    }
}

} // namespace dumpscope::core
