// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/run_layout.h"

#include "io/byte_text.h"
#include "layout/collective_calls.h"
#include "layout/expert_weights.h"
#include "layout/named_axes.h"
#include "layout/rank_agreement.h"
#include "layout/rank_places.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

using Ranks = RunLayout::Ranks;

bool isGather(std::string_view kind)
{
    return kind.find("all_gather") != std::string_view::npos
        || kind.find("allgather") != std::string_view::npos;
}

/// What two ranks of one pipeline stage have in common.
struct Likeness {
    std::size_t weights = 0, equalWeights = 0; ///< of two axes and more
    std::size_t columnCuts = 0;                ///< products with equal inputs and other weights
    std::size_t otherTokens = 0; ///< products with other weights whose inputs differ in one length

    [[nodiscard]] bool hasSameWeights() const { return weights > 0 && 2 * equalWeights >= weights; }
    [[nodiscard]] bool hasOtherWeights() const { return weights > 0 && 2 * equalWeights < weights; }
};

class LayoutFinder {
public:
    LayoutFinder(const std::shared_ptr<const DumpIndex>& index, TaskContext& task)
        : m_index(*index)
        , m_task(task)
        , m_places(index)
    {
        m_layout.ranks = index->ranks();
    }

    Result<RunLayout> run()
    {
        TRY_ASSIGN(const Ranks missing, ranksWithoutDump(m_index, m_task));
        for (const std::int64_t rank : missing)
            m_layout.unknown.push_back(
                phrase("rank %1 takes part in calls of others and is not in what was opened", rank));
        if (m_layout.ranks.size() < 2) {
            addNamedAxes(m_index, m_layout);
            m_layout.unknown.emplace_back(!m_layout.ranks.empty() ? phrase("there is one rank only")
                    : m_layout.axes.empty()
                    ? phrase("no rank is recorded")
                    : phrase("which ranks of the run wrote the folders is not recorded"));
            return std::move(m_layout);
        }
        TRY_ASSIGN(m_calls, callsOfRanks(m_index, m_places.step(), m_layout.ranks.size(), m_task));
        collectGroups();
        const std::vector<Ranks> stages = findStages();
        TRY_VOID(compareRanks(stages));
        findCuts(stages);
        findCopies(stages);
        TRY_VOID(findDisagreements());
        addNamedAxes(m_index, m_layout);
        noteUnknown();
        return std::move(m_layout);
    }

private:
    void collectGroups()
    {
        std::map<Ranks, std::map<std::string, std::size_t>> groups;
        for (const auto& [rank, calls] : m_calls) {
            for (const CollectiveCall& call : calls) {
                if (!call.ranks.empty())
                    ++groups[call.ranks][call.kind];
            }
        }
        for (auto& [ranks, calls] : groups)
            m_layout.groups.push_back({ranks, std::move(calls)});
    }

    /// Ranks by the way of the data from the first stage; one stage where nothing is sent.
    std::vector<Ranks> findStages()
    {
        std::map<std::int64_t, std::set<std::int64_t>> next;
        std::set<std::int64_t> receivers;
        std::map<std::int64_t, std::size_t> stage;
        std::deque<std::int64_t> queue;
        std::size_t sent = 0;
        for (const auto& [rank, calls] : m_calls) {
            bool isFirst = true;
            for (const CollectiveCall& call : calls) {
                const bool isSend = call.kind.ends_with("send");
                if (!call.peer || (!isSend && !call.kind.ends_with("recv")))
                    continue;
                if (isFirst && isSend) {
                    stage[rank] = 0;
                    queue.push_back(rank);
                }
                isFirst = false;
                ++sent;
                next[isSend ? rank : *call.peer].insert(isSend ? *call.peer : rank);
            }
        }
        if (sent == 0)
            return {m_layout.ranks};
        while (!queue.empty()) {
            const std::int64_t rank = queue.front();
            queue.pop_front();
            for (const std::int64_t peer : next[rank]) {
                if (stage.try_emplace(peer, stage[rank] + 1).second)
                    queue.push_back(peer);
            }
        }
        std::map<std::size_t, Ranks> byStage;
        for (const std::int64_t rank : m_layout.ranks) {
            const auto found = stage.find(rank);
            if (found == stage.end()) {
                m_layout.unknown.push_back(
                    phrase("rank %1 takes no part in sending, others do: its stage is not known", rank));
                return {m_layout.ranks};
            }
            byStage[found->second].push_back(rank);
        }
        std::vector<Ranks> stages;
        stages.reserve(byStage.size());
        for (auto& [number, ranks] : byStage)
            stages.push_back(std::move(ranks));
        const std::size_t width = stages.empty() ? 0 : stages.front().size();
        if (stages.size() < 2
            || std::ranges::any_of(stages, [&](const Ranks& s) { return s.size() != width; })) {
            m_layout.unknown.push_back(
                phrase("%1 calls send or receive, but not as stages of equal width", sent));
            return {m_layout.ranks};
        }
        RunLayout::Axis axis {"pp", stages.size(), {}, {}};
        std::set<std::int64_t> placed;
        for (std::size_t i = 0; i < width; ++i) {
            Ranks chain {stages.front()[i]};
            for (std::size_t s = 1; s < stages.size(); ++s) {
                const auto peer = std::ranges::find_if(
                    stages[s], [&](std::int64_t rank) { return next[chain.back()].contains(rank); });
                if (peer == stages[s].end() || !placed.insert(*peer).second) {
                    m_layout.unknown.push_back(
                        phrase("%1 calls send or receive, but not from one rank to one", sent));
                    return {m_layout.ranks};
                }
                chain.push_back(*peer);
            }
            axis.groups.push_back(std::move(chain));
        }
        axis.evidence.push_back(
            phrase("%1 calls of send and receive lead from rank to rank in %2 stages", sent, stages.size()));
        m_layout.axes.push_back(std::move(axis));
        return stages;
    }

    [[nodiscard]] bool isProduct(const RankPlace& place) const
    {
        return m_index.text(place.opName).starts_with("Functional.linear.") && place.io == Io::Input;
    }

    [[nodiscard]] bool isWeight(const RankPlace& place, TensorId id) const
    {
        const bool isOne = place.io == Io::Parameter || (isProduct(place) && place.slot == 1)
            || (m_index.text(place.opName).starts_with("Functional.embedding.") && place.io == Io::Input
                && place.slot == 1);
        return isOne && isLarge(id);
    }

    Result<void> compareRanks(const std::vector<Ranks>& stages)
    {
        for (auto place = m_places.places().begin(); place != m_places.places().end(); ++place) {
            if (!isWeight(place->first, place->second.begin()->second))
                continue;
            m_weights.push_back(place);
            m_hasParameters = m_hasParameters || place->first.io == Io::Parameter;
        }
        const std::size_t width = stages.front().size();
        m_task.progress.setPhases({{phrase("Comparing ranks"), 1}});
        m_task.progress.beginPhase(0, stages.size() * (width * (width - 1) / 2));
        for (const Ranks& stage : stages) {
            for (std::size_t i = 0; i < stage.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j)
                    TRY_VOID(compare(stage[j], stage[i]));
            }
        }
        return {};
    }

    Result<void> compare(std::int64_t a, std::int64_t b)
    {
        Likeness& likeness = m_likeness[{a, b}];
        TRY_VOID(m_task.checkStop());
        m_task.progress.advance();
        for (const auto& weight : m_weights) {
            const auto& [place, holders] = *weight;
            const auto first = holders.find(a);
            const auto second = holders.find(b);
            if (first == holders.end() || second == holders.end())
                continue;
            TRY_ASSIGN(const auto areEqual, m_places.areEqual(first->second, second->second, m_task));
            if (!areEqual)
                continue;
            // Operators are given what modules have as parameters: a weight counts once.
            if (!m_hasParameters || place.io == Io::Parameter) {
                ++likeness.weights;
                likeness.equalWeights += *areEqual ? 1 : 0;
            }
            if (*areEqual || !isProduct(place))
                continue;
            RankPlace inputs = place;
            inputs.slot = 0;
            const auto found = m_places.places().find(inputs);
            if (found == m_places.places().end() || !found->second.contains(a) || !found->second.contains(b))
                continue;
            const TensorId one = found->second.at(a);
            const TensorId other = found->second.at(b);
            const auto oneShape = m_index.shape(m_index.tensor(one).shape);
            const auto otherShape = m_index.shape(m_index.tensor(other).shape);
            if (oneShape.size() == otherShape.size() && !oneShape.empty()
                && oneShape.back() == otherShape.back() && !std::ranges::equal(oneShape, otherShape)) {
                ++likeness.otherTokens;
                continue;
            }
            TRY_ASSIGN(const auto haveEqualInputs, m_places.areEqual(one, other, m_task));
            likeness.columnCuts += haveEqualInputs.value_or(false) ? 1 : 0;
        }
        return {};
    }

    [[nodiscard]] const Likeness& likenessOf(std::int64_t a, std::int64_t b) const
    {
        static const Likeness kNone;
        const auto found = m_likeness.find(std::minmax(a, b));
        return found == m_likeness.end() ? kNone : found->second;
    }

    template<typename Is> [[nodiscard]] bool isAll(const Ranks& ranks, Is is) const
    {
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (!is(likenessOf(ranks[j], ranks[i])))
                    return false;
            }
        }
        return true;
    }

    /// Process groups of several ranks of this dump whose members are alike in a way.
    template<typename Is> [[nodiscard]] std::vector<const RunLayout::Group*> groupsWhere(Is is) const
    {
        std::vector<const RunLayout::Group*> found;
        for (const RunLayout::Group& group : m_layout.groups) {
            const bool isHere = std::ranges::all_of(group.ranks,
                [&](std::int64_t rank) { return std::ranges::binary_search(m_layout.ranks, rank); });
            if (group.ranks.size() > 1 && isHere && isAll(group.ranks, is))
                found.push_back(&group);
        }
        return found;
    }

    static std::size_t sizeOf(const std::vector<Ranks>& groups)
    {
        const bool areAlike = !groups.empty()
            && std::ranges::all_of(groups, [&](const Ranks& g) { return g.size() == groups[0].size(); });
        return areAlike ? groups.front().size() : 0;
    }

    /// Ranks with other weights: parts of a model.
    void findCuts(const std::vector<Ranks>& stages)
    {
        const auto isCut = [](const Likeness& likeness) { return likeness.hasOtherWeights(); };
        std::vector<Ranks> groups;
        std::size_t reduced = 0;
        std::size_t exchanged = 0;
        for (const RunLayout::Group* group : groupsWhere(isCut)) {
            groups.push_back(group->ranks);
            for (const auto& [kind, count] : group->calls) {
                reduced += kind.starts_with("all_reduce") || kind.starts_with("reduce_scatter") ? count : 0;
                exchanged += kind.starts_with("all_to_all") ? count : 0;
            }
        }
        if (groups.empty()) {
            for (const Ranks& stage : stages) {
                if (stage.size() > 1 && isAll(stage, isCut))
                    groups.push_back(stage);
            }
        }
        Likeness sum;
        for (const Ranks& group : groups) {
            const Likeness& one = likenessOf(group[0], group[1]);
            sum.weights += one.weights;
            sum.equalWeights += one.equalWeights;
            sum.columnCuts += one.columnCuts;
            sum.otherTokens += one.otherTokens;
        }
        const std::size_t size = sizeOf(groups);
        if (size < 2) {
            if (!groups.empty())
                m_layout.unknown.emplace_back(
                    phrase("ranks hold other weights, but not in groups of one size"));
            return;
        }
        m_cuts = groups;
        const Message weights = phrase("%1 of %2 weights differ between the first two ranks of the groups",
            sum.weights - sum.equalWeights, sum.weights);
        if (reduced > 0 || sum.columnCuts > 0) {
            RunLayout::Axis axis {"tp", size, groups, {weights}};
            if (reduced > 0)
                axis.evidence.push_back(phrase("%1 calls add up over such a group", reduced));
            if (sum.columnCuts > 0)
                axis.evidence.push_back(
                    phrase("%1 products have equal inputs but different weights", sum.columnCuts));
            m_layout.axes.push_back(std::move(axis));
        }
        if (sum.otherTokens > 0) {
            RunLayout::Axis axis {"ep", size, groups, {weights}};
            axis.evidence.push_back(
                phrase("%1 products have other weights for another number of tokens", sum.otherTokens));
            if (exchanged > 0)
                axis.evidence.push_back(phrase("%1 calls exchange tokens in such a group", exchanged));
            m_layout.axes.push_back(std::move(axis));
        }
        if (reduced == 0 && sum.columnCuts == 0 && sum.otherTokens == 0)
            m_layout.axes.push_back({{}, size, std::move(groups), {weights}});
    }

    struct Gathered {
        std::size_t calls = 0, axes = 0; ///< most axes of what is gathered
    };
    /// What the first rank of a group gathers from it or exchanges with it, forward.
    [[nodiscard]] Gathered gatheredIn(const RunLayout::Group& group) const
    {
        Gathered found;
        const auto calls = m_calls.find(group.ranks.front());
        if (calls == m_calls.end())
            return found;
        for (const CollectiveCall& call : calls->second) {
            const bool isOne = isGather(call.kind) || call.kind.starts_with("all_to_all");
            if (!isOne || call.isBackward || call.ranks != group.ranks)
                continue;
            ++found.calls;
            for (const TensorId id : m_index.tensorsOfOperator(m_index.findString(call.name))) {
                if (m_index.tensor(id).io == Io::Input)
                    found.axes = std::max(found.axes, m_index.shape(m_index.tensor(id).shape).size());
            }
        }
        return found;
    }

    /// Ranks with the same weights: copies of a model that see other data.
    void findCopies(const std::vector<Ranks>& stages)
    {
        std::vector<Ranks> groups;
        for (const Ranks& stage : stages) {
            std::vector<Ranks> copies;
            for (const std::int64_t rank : stage) {
                const auto known = std::ranges::find_if(copies,
                    [&](const Ranks& group) { return likenessOf(group.front(), rank).hasSameWeights(); });
                known == copies.end() ? copies.push_back({rank}) : known->push_back(rank);
            }
            for (Ranks& group : copies) {
                if (group.size() > 1)
                    groups.push_back(std::move(group));
            }
        }
        const auto isCopy = [](const Likeness& likeness) { return likeness.hasSameWeights(); };
        std::vector<Ranks> gathered;
        std::vector<Ranks> experts;
        std::size_t gathers = 0;
        std::size_t products = 0;
        bool isDoubtful = false;
        for (const RunLayout::Group* group : groupsWhere(isCopy)) {
            const std::size_t moved = likenessOf(group->ranks[0], group->ranks[1]).otherTokens;
            const Gathered found = gatheredIn(*group);
            products += moved;
            if (moved > 0)
                experts.push_back(group->ranks);
            // Tokens for experts have no axis of heads; flat tensors are parameters.
            const std::size_t fewestAxes = moved > 0 ? 4 : 3;
            if (found.axes >= fewestAxes) {
                gathers += found.calls;
                gathered.push_back(group->ranks);
            } else if (found.axes + 1 == fewestAxes) {
                isDoubtful = true;
            }
        }
        m_copies = groups;
        if (groups.empty())
            return;
        const Message weights = phrase("at least half of the weights are equal on the ranks of a group");
        if (const std::size_t size = sizeOf(experts); size > 1)
            m_layout.axes.push_back({"ep", size, experts,
                {weights, phrase("%1 products have other weights for another number of tokens", products)}});
        if (const std::size_t size = sizeOf(gathered); size > 1) {
            m_layout.axes.push_back({"cp", size, gathered,
                {weights, phrase("%1 calls gather or exchange activations in such a group", gathers)}});
            groups = acrossGroups(groups, gathered);
        }
        const std::size_t size = sizeOf(groups);
        if (size < 2)
            return;
        RunLayout::Axis axis {{}, size, groups, {weights}};
        const auto [level, hasCalls] = recordedCalls();
        if (isDoubtful) {
            axis.evidence.emplace_back(
                phrase("what is gathered in such a group may be for attention or for something else"));
        } else if (!hasCalls) {
            axis.evidence.push_back(
                phrase("at level %1 no collective is recorded: data or context parallel, not known which",
                    level.empty() ? std::string("?") : level));
        } else {
            axis.name = "dp";
            axis.evidence.push_back(phrase(
                "calls are recorded at level %1, and none gathers for attention over these ranks", level));
        }
        m_layout.axes.push_back(std::move(axis));
    }

    /// Ranks at the same place of the inner groups.
    static std::vector<Ranks> acrossGroups(const std::vector<Ranks>& outer, const std::vector<Ranks>& inner)
    {
        std::vector<Ranks> across;
        for (const Ranks& group : outer) {
            std::map<std::size_t, Ranks> byPlace;
            for (const Ranks& part : inner) {
                for (std::size_t i = 0; i < part.size(); ++i) {
                    if (std::ranges::find(group, part[i]) != group.end())
                        byPlace[i].push_back(part[i]);
                }
            }
            for (auto& [place, ranks] : byPlace) {
                if (ranks.size() > 1)
                    across.push_back(std::move(ranks));
            }
        }
        return across;
    }

    /// Level of the dump, and whether collectives are dumped there.
    [[nodiscard]] std::pair<std::string, bool> recordedCalls() const
    {
        for (const FileProperty& property : m_index.properties()) {
            if (property.key == "msprobe.level")
                return {property.value, property.value == "L1" || property.value == "mix"};
        }
        return {};
    }

    /// Parameters of copies of a model, and results that a group has added up.
    Result<void> findDisagreements()
    {
        for (const auto& [place, holders] : m_places.places()) {
            const std::string_view name = m_index.text(place.opName);
            if (!name.starts_with("Distributed.all_reduce.") || place.io != Io::Output)
                continue;
            for (const RunLayout::Group& group : m_layout.groups) {
                if (!group.calls.contains("all_reduce"))
                    continue;
                TRY_ASSIGN(auto found, agreement(holders, group.ranks, phrase("the group has added it up")));
                if (!found.others.empty())
                    m_layout.disagreements.push_back(std::move(found));
            }
        }
        for (const Ranks& group : m_copies)
            TRY_VOID(findOtherParameters(group));
        for (const Ranks& group : m_cuts) {
            TRY_ASSIGN(auto others, otherVectors(m_places, m_index, group, m_task));
            std::ranges::move(others, std::back_inserter(m_layout.disagreements));
        }
        return {};
    }

    /// Of copies of a model. Most weights of experts are others on the same ranks where these hold other
    /// experts.
    Result<void> findOtherParameters(const Ranks& group)
    {
        std::vector<std::pair<RunLayout::Disagreement, bool>> all; // whether of experts
        std::map<Ranks, std::size_t> experts;                      // by the ranks that have others
        std::size_t count = 0;
        for (const auto& [place, holders] : m_places.places()) {
            if (place.io != Io::Parameter)
                continue;
            const bool isExpert = isOfExpert(m_index.text(place.opName));
            TRY_ASSIGN(auto found,
                agreement(holders, group, phrase("the other parameters are the same on these ranks")));
            if (isExpert && found.ranks.size() > 1 && isLarge(holders.begin()->second)) {
                ++count;
                ++experts[found.others];
            }
            if (!found.others.empty())
                all.emplace_back(std::move(found), isExpert);
        }
        const auto usual = std::ranges::max_element(experts, {}, [](const auto& one) { return one.second; });
        const bool isShared = usual != experts.end() && !usual->first.empty() && 2 * usual->second > count;
        for (auto& [found, isExpert] : all) {
            if (!(isExpert && isShared && found.others == usual->first))
                m_layout.disagreements.push_back(std::move(found));
        }
        if (isShared && usual->first.size() + 1 == group.size())
            nameExperts(group, usual->second, count);
        return {};
    }

    void nameExperts(const Ranks& group, std::size_t other, std::size_t count)
    {
        const auto isOne = [](const RunLayout::Axis& axis) { return axis.name == "ep"; };
        if (std::ranges::none_of(m_layout.axes, isOne))
            m_layout.axes.push_back({"ep", group.size(), {group},
                {phrase("%1 of %2 weights of experts differ on these ranks, where at least half of all "
                        "weights are equal",
                    other, count)}});
    }

    [[nodiscard]] bool isLarge(TensorId id) const
    {
        return m_index.shape(m_index.tensor(id).shape).size() >= 2;
    }

    Result<RunLayout::Disagreement> agreement(
        const RankPlaces::Holders& holders, const Ranks& ranks, Message reason)
    {
        return agreementOf(m_places, holders, ranks, std::move(reason), m_task);
    }

    void noteUnknown()
    {
        for (const RunLayout::Group& group : m_layout.groups) {
            if (group.ranks.size() == 1)
                m_layout.unknown.push_back(
                    phrase("rank %1 calls collectives in a group of one: nothing is exchanged there",
                        group.ranks.front()));
        }
        for (const RunLayout::Axis& axis : m_layout.axes) {
            if (axis.name.empty())
                m_layout.unknown.push_back(phrase("what the groups of %1 are for is not known", axis.size));
        }
        if (m_layout.axes.empty())
            m_layout.unknown.emplace_back(phrase("nothing recorded tells how the ranks share the work"));
        if (m_places.equalByStatistics() > 0)
            m_layout.unknown.push_back(
                phrase("comparisons where statistics are equal and values were not measured: %1",
                    m_places.equalByStatistics()));
        if (m_places.unread() > 0)
            m_layout.unknown.push_back(
                phrase("comparisons not made, as no values are within the bound: %1", m_places.unread()));
    }

    const DumpIndex& m_index;
    TaskContext& m_task;
    RankPlaces m_places;
    RunLayout m_layout;
    CallsOfRanks m_calls;
    std::vector<Ranks> m_cuts, m_copies;
    bool m_hasParameters = false; ///< of modules, among the weights
    std::map<std::pair<std::int64_t, std::int64_t>, Likeness> m_likeness;
    std::vector<std::map<RankPlace, RankPlaces::Holders>::const_iterator> m_weights;
};

} // namespace

std::optional<std::size_t> RunLayout::coordinate(const Axis& axis, std::int64_t rank)
{
    for (const Ranks& group : axis.groups) {
        const auto place = std::ranges::find(group, rank);
        if (place != group.end())
            return static_cast<std::size_t>(place - group.begin());
    }
    return std::nullopt;
}

Result<RunLayout> findRunLayout(const std::shared_ptr<const DumpIndex>& index, TaskContext& task)
{
    return LayoutFinder(index, task).run();
}

} // namespace dumpscope::core
