// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/rank_agreement.h"

#include "base/text.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace dumpscope::core {

namespace {

/// Norms are one kind; else the name without its numbers.
std::string kindOf(std::string_view name)
{
    std::string kind;
    for (const char c : name) {
        if (c < '0' || c > '9')
            kind += c;
    }
    std::string lower = kind;
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return lower.find("norm") == std::string::npos ? kind : "norm";
}

} // namespace

Result<RunLayout::Disagreement> agreementOf(RankPlaces& places, const RankPlaces::Holders& holders,
    const RunLayout::Ranks& ranks, Message reason, TaskContext& task)
{
    RunLayout::Disagreement found {{}, {}, {}, std::move(reason)};
    std::optional<TensorId> first;
    for (const std::int64_t rank : ranks) {
        const auto holder = holders.find(rank);
        if (holder == holders.end())
            continue;
        found.ranks.push_back(rank);
        if (!first) {
            first = holder->second;
            continue;
        }
        TRY_ASSIGN(const auto areEqual, places.areEqual(*first, holder->second, task));
        if (areEqual && !*areEqual) {
            if (found.others.empty())
                found.tensor = holder->second;
            found.others.push_back(rank);
        }
    }
    if (found.others.size() < 2 || found.others.size() + 1 < found.ranks.size())
        return found;
    // All differ from the first: where they agree with one another, it is the first.
    for (const std::int64_t rank : found.others) {
        TRY_ASSIGN(const auto areEqual, places.areEqual(found.tensor, holders.at(rank), task));
        if (!areEqual || !*areEqual)
            return found;
    }
    found.tensor = *first;
    found.others = {found.ranks.front()};
    return found;
}

Result<std::vector<RunLayout::Disagreement>> otherVectors(
    RankPlaces& places, const DumpIndex& index, const RunLayout::Ranks& ranks, TaskContext& task)
{
    struct Kind {
        std::vector<RunLayout::Disagreement> others;
        std::size_t equal = 0;
    };
    std::map<std::string, Kind> kinds;
    for (const auto& [place, holders] : places.places()) {
        if (place.io != Io::Parameter || index.shape(index.tensor(holders.begin()->second).shape).size() != 1)
            continue;
        TRY_ASSIGN(auto found,
            agreementOf(places, holders, ranks,
                phrase("the other parameters of its kind are the same on these ranks"), task));
        if (found.ranks.size() != ranks.size())
            continue;
        Kind& kind = kinds[kindOf(index.text(place.opName))];
        if (found.others.empty())
            ++kind.equal;
        else
            kind.others.push_back(std::move(found));
    }
    std::vector<RunLayout::Disagreement> all;
    for (auto& [name, kind] : kinds) {
        if (kind.equal > kind.others.size())
            std::ranges::move(kind.others, std::back_inserter(all));
    }
    return all;
}

} // namespace dumpscope::core
