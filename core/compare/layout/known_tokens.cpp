// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/known_tokens.h"

#include "compare/layout/token_sequences.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

using SequenceOfTokens = std::vector<SequenceToken>;

std::size_t equalTokens(const SequenceOfTokens& a, const SequenceOfTokens& b)
{
    std::size_t equal = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        equal += a[i].id == b[i].id ? 1 : 0;
    return equal;
}

/// Of each of golden's sequences the target's that it is. Nothing: one has none, as of another batch.
std::optional<std::vector<std::size_t>> sameSequences(
    const TokenSequences& target, const TokenSequences& golden)
{
    constexpr std::size_t kMostSequences = 512;
    const auto &ours = target.sequences, &theirs = golden.sequences;
    if (ours.size() < theirs.size() || ours.size() > kMostSequences)
        return std::nullopt;
    struct Likeness {
        std::size_t equal = 0, golden = 0, target = 0;
    };
    std::vector<Likeness> all;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        for (std::size_t j = 0; j < ours.size(); ++j) {
            const std::size_t equal = equalTokens(ours[j], theirs[i]);
            // Where ids differ, as many have to be the same.
            if (2 * equal >= theirs[i].size() && ours[j].size() >= theirs[i].size() && equal > 0)
                all.push_back({equal, i, j});
        }
    }
    std::ranges::stable_sort(all, std::greater<> {}, &Likeness::equal);
    std::vector<std::optional<std::size_t>> like(theirs.size());
    std::set<std::size_t> taken;
    for (const Likeness& one : all) {
        if (!like[one.golden] && taken.insert(one.target).second)
            like[one.golden] = one.target;
    }
    std::vector<std::size_t> made;
    for (const auto& one : like) {
        if (!one)
            return std::nullopt;
        made.push_back(*one);
    }
    return made;
}

bool lieAlike(const TokenMap& map)
{
    if (map.golden != map.target)
        return false;
    for (std::size_t i = 0; i < map.places.size(); ++i) {
        if (map.places[i] >= 0 && static_cast<std::size_t>(map.places[i]) != i)
            return false;
    }
    return true;
}

/// By steps of golden and of the target.
std::map<std::pair<Step, Step>, TokenMap> mapsOf(
    const TokenSequences& target, const TokenSequences& golden, const std::vector<std::size_t>& like)
{
    std::map<std::pair<Step, Step>, TokenMap> maps;
    for (std::size_t i = 0; i < golden.sequences.size(); ++i) {
        const SequenceOfTokens& own = target.sequences[like[i]];
        for (std::size_t at = 0; at < golden.sequences[i].size(); ++at) {
            const SequenceToken& wanted = golden.sequences[i][at];
            const auto theirs = golden.extents.find(wanted.step);
            const auto ours = target.extents.find(own[at].step);
            if (theirs == golden.extents.end() || ours == target.extents.end() || theirs->second.empty()
                || ours->second.empty())
                continue;
            TokenMap& map = maps[{wanted.step, own[at].step}];
            if (map.places.empty())
                map = {theirs->second, ours->second,
                    std::vector<std::int32_t>(elementCount(theirs->second).value_or(0), -1)};
            if (wanted.place < map.places.size())
                map.places[wanted.place] = static_cast<std::int32_t>(own[at].place);
        }
    }
    return maps;
}

} // namespace

Result<std::vector<TokenGroup>> knownTokenMaps(
    const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task)
{
    std::vector<TokenGroup> groups;
    const auto ranksOfSide = [](const ComparisonSide& side) {
        std::set<std::optional<std::int64_t>> ranks;
        for (const TensorId id : side.tensors())
            ranks.insert(side.index->factsOf(id).rank);
        return ranks;
    };
    const auto goldenRanks = ranksOfSide(golden);
    if (goldenRanks.size() != 1)
        return groups;
    TRY_ASSIGN(const auto theirs, tokenSequencesOf(golden, *goldenRanks.begin(), task));
    if (!theirs)
        return groups;
    for (const auto& rank : ranksOfSide(target)) {
        TRY_ASSIGN(const auto ours, tokenSequencesOf(target, rank, task));
        const auto like = ours ? sameSequences(*ours, *theirs) : std::nullopt;
        if (!like)
            continue;
        for (auto& [steps, map] : mapsOf(*ours, *theirs, *like)) {
            if (lieAlike(map))
                continue;
            const auto same = std::ranges::find_if(
                groups, [&, goldenStep = steps.first, &own = map](const TokenGroup& group) {
                    return group.golden == goldenStep && *group.tokens == own;
                });
            if (same != groups.end())
                same->targets.insert({rank, steps.second});
            else
                groups.push_back(
                    {steps.first, {{rank, steps.second}}, std::make_shared<const TokenMap>(map), true});
        }
    }
    return groups;
}

std::vector<TokenGroup> withKnownTokens(std::vector<TokenGroup> known, std::vector<TokenGroup> byValues)
{
    std::erase_if(byValues, [&](const TokenGroup& group) {
        return std::ranges::any_of(known, [&](const TokenGroup& other) {
            return other.golden == group.golden && other.tokens->golden == group.tokens->golden;
        });
    });
    known.insert(known.end(), byValues.begin(), byValues.end());
    return known;
}

} // namespace dumpscope::core
