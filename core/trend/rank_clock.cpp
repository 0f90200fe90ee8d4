// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/rank_clock.h"

#include "layout/collective_calls.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>

namespace dumpscope::core {

namespace {

/// One call of a rank, where it stands among the rank's tensors.
struct PlacedCall {
    const CollectiveCall* call;
    std::uint32_t order;
};

/// The ranks of a step, each at its next call.
class RankSimulation {
public:
    struct Rank {
        std::vector<PlacedCall> calls;
        std::size_t next = 0;
        std::uint64_t shift = 0;
        std::vector<std::pair<std::uint32_t, std::uint64_t>> shifts;
    };
    std::map<std::int64_t, Rank> ranks; ///< by number
    std::size_t matched = 0;

    Result<void> run(const TaskContext& task)
    {
        // A call without a group is of the default group: all ranks.
        for (const auto& [number, rank] : ranks)
            m_all.push_back(number);
        for (bool moves = true; moves;) {
            TRY_VOID(task.checkStop());
            moves = false;
            for (auto& [number, rank] : ranks) {
                while (advance(number, rank))
                    moves = true;
            }
        }
        return {};
    }

private:
    static std::uint64_t timeOf(const Rank& rank) { return rank.shift + rank.calls[rank.next].order; }

    static void pass(Rank& rank, std::uint64_t time)
    {
        const std::uint32_t order = rank.calls[rank.next++].order;
        if (time <= rank.shift + order)
            return;
        rank.shift = time - order;
        rank.shifts.emplace_back(order, rank.shift);
    }

    bool advance(std::int64_t number, Rank& rank)
    {
        if (rank.next >= rank.calls.size())
            return false;
        const CollectiveCall& call = *rank.calls[rank.next].call;
        const std::uint64_t time = timeOf(rank);
        if (call.kind.ends_with("send")) {
            if (call.peer)
                m_sent[{number, *call.peer}].push_back(time);
            pass(rank, time);
            return true;
        }
        if (call.kind.ends_with("recv")) {
            auto& sent = m_sent[{call.peer.value_or(-1), number}];
            if (sent.empty() && call.peer && ranks.contains(*call.peer))
                return waitsForNobody(*call.peer) ? (pass(rank, time), true) : false;
            matched += sent.empty() ? 0 : 1;
            pass(rank, sent.empty() ? time : std::max(time, sent.front() + 1));
            if (!sent.empty())
                sent.pop_front();
            return true;
        }
        return meet(call, rank, time);
    }

    [[nodiscard]] bool waitsForNobody(std::int64_t number) const
    {
        const Rank& rank = ranks.at(number);
        return rank.next >= rank.calls.size();
    }

    /// A collective: all of its ranks that were dumped stand at a call of this kind and group.
    bool meet(const CollectiveCall& call, Rank& rank, std::uint64_t time)
    {
        std::vector<Rank*> members;
        std::uint64_t latest = time;
        for (const std::int64_t number : call.ranks.empty() ? m_all : call.ranks) {
            const auto other = ranks.find(number);
            if (other == ranks.end())
                continue;
            Rank& member = other->second;
            if (member.next >= member.calls.size())
                continue;
            const CollectiveCall& theirs = *member.calls[member.next].call;
            if (theirs.kind != call.kind || theirs.ranks != call.ranks)
                return false;
            latest = std::max(latest, timeOf(member));
            members.push_back(&member);
        }
        if (members.size() < 2) {
            pass(rank, time);
            return true;
        }
        ++matched;
        for (Rank* const member : members)
            pass(*member, latest + 1);
        return true;
    }

    std::vector<std::int64_t> m_all;
    std::map<std::pair<std::int64_t, std::int64_t>, std::deque<std::uint64_t>> m_sent;
};

} // namespace

Result<RankClock> RankClock::make(const TrendRun& data, std::uint32_t step, TaskContext& task)
{
    RankClock clock;
    const TrendCube& cube = data.cube();
    if (cube.ranks().size() < 2)
        return clock;
    constexpr std::size_t kMostRanks = 4096;
    TRY_ASSIGN(const CallsOfRanks calls, callsOfRanks(data.index(), cube.steps()[step], kMostRanks, task));
    std::set<std::string_view> named;
    for (const auto& [number, ofRank] : calls) {
        for (const CollectiveCall& call : ofRank)
            named.insert(call.name);
    }
    if (named.empty())
        return clock;
    // Where calls stand: at the last tensor of theirs, which is what came of them; what is received is
    // written into a tensor that the call takes.
    struct Ends {
        std::uint32_t first, last;
    };
    std::map<std::pair<std::uint32_t, std::string_view>, Ends> orders;
    for (const TrendCell& cell : cube.cells()) {
        const std::string& name = cube.rows()[cell.row].opName;
        if (cell.step == step && named.contains(name)) {
            Ends& ends = orders.try_emplace({cell.rank, name}, Ends {cell.order, cell.order}).first->second;
            ends = {std::min(ends.first, cell.order), std::max(ends.last, cell.order)};
        }
    }
    RankSimulation simulation;
    std::map<std::int64_t, std::uint32_t> places;
    for (std::uint32_t place = 0; place < cube.ranks().size(); ++place) {
        const auto number = cube.ranks()[place];
        const auto found = number ? calls.find(*number) : calls.end();
        if (found == calls.end())
            continue;
        places[*number] = place;
        auto& rank = simulation.ranks[*number];
        for (const CollectiveCall& call : found->second) {
            if (const auto order = orders.find({place, call.name}); order != orders.end())
                rank.calls.push_back(
                    {&call, call.kind.ends_with("recv") ? order->second.first : order->second.last});
        }
        std::ranges::stable_sort(rank.calls, {}, &PlacedCall::order);
    }
    TRY_VOID(simulation.run(task));
    clock.m_calls = simulation.matched;
    for (const auto& [number, rank] : simulation.ranks) {
        for (const auto& [order, shift] : rank.shifts)
            clock.m_shifts[places[number]].push_back({order, shift});
    }
    return clock;
}

std::uint64_t RankClock::timeOf(const TrendCell& cell) const
{
    const auto found = m_shifts.find(cell.rank);
    if (found == m_shifts.end())
        return cell.order;
    const auto& shifts = found->second;
    const auto after = std::ranges::upper_bound(shifts, cell.order, {}, &Shift::order);
    return after == shifts.begin() ? cell.order : cell.order + std::prev(after)->by;
}

} // namespace dumpscope::core
