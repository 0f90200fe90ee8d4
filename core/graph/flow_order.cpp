// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/flow_order.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFU;

/// Successors of every vertex, one after the other.
struct Successors {
    std::vector<std::uint32_t> starts, targets;

    Successors(std::size_t vertices, std::span<const FlowEdge> edges)
        : starts(vertices + 1, 0)
        , targets(edges.size())
    {
        for (const auto& [from, to] : edges)
            ++starts[from + 1];
        for (std::size_t v = 0; v < vertices; ++v)
            starts[v + 1] += starts[v];
        std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
        for (const auto& [from, to] : edges)
            targets[next[from]++] = to;
    }
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t vertex) const
    {
        return std::span(targets).subspan(starts[vertex], starts[vertex + 1] - starts[vertex]);
    }
};

/// Number of the cycle (strongly connected component) each vertex is in, by Tarjan's way; without
/// recursion, as graphs may be deep.
std::vector<std::uint32_t> cyclesOf(const Successors& next)
{
    const std::size_t count = next.starts.size() - 1;
    std::vector<std::uint32_t> number(count, kNone), lowest(count, 0), cycle(count, kNone), open;
    struct Visit {
        std::uint32_t vertex;
        std::size_t child = 0;
    };
    std::vector<Visit> path;
    std::uint32_t numbers = 0, cycles = 0;
    const auto enter = [&](std::uint32_t vertex) {
        number[vertex] = lowest[vertex] = numbers++;
        open.push_back(vertex);
        path.push_back({vertex});
    };
    for (std::uint32_t root = 0; root < count; ++root) {
        if (number[root] != kNone)
            continue;
        enter(root);
        while (!path.empty()) {
            const std::uint32_t vertex = path.back().vertex;
            const auto successors = next.of(vertex);
            if (path.back().child < successors.size()) {
                const std::uint32_t other = successors[path.back().child++];
                if (number[other] == kNone)
                    enter(other);
                else if (cycle[other] == kNone)
                    lowest[vertex] = std::min(lowest[vertex], number[other]);
                continue;
            }
            path.pop_back();
            if (!path.empty())
                lowest[path.back().vertex] = std::min(lowest[path.back().vertex], lowest[vertex]);
            if (lowest[vertex] != number[vertex])
                continue;
            for (bool isLast = false; !isLast; open.pop_back()) {
                cycle[open.back()] = cycles;
                isLast = open.back() == vertex;
            }
            ++cycles;
        }
    }
    return cycle;
}

} // namespace

std::vector<std::uint32_t> flowOrder(std::size_t vertices, std::span<const FlowEdge> edges)
{
    const Successors next(vertices, edges);
    std::vector<std::uint32_t> waiting(vertices, 0), order(vertices, kNone);
    for (const auto& [from, to] : edges)
        waiting[to] += from != to ? 1 : 0;
    using Smallest = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;
    Smallest ready, entries; // what nothing is awaited for; where a cycle may be begun
    for (std::uint32_t v = 0; v < vertices; ++v) {
        if (waiting[v] == 0)
            ready.push(v);
    }
    // Cycles are looked for once one is in the way: most graphs have none.
    std::vector<std::uint32_t> cycle, outside;
    std::vector<std::vector<std::uint32_t>> members;
    const auto beginCycles = [&] {
        cycle = cyclesOf(next);
        outside.assign(cycle.empty() ? 0 : *std::ranges::max_element(cycle) + 1, 0);
        members.resize(outside.size());
        for (std::uint32_t v = 0; v < vertices; ++v) {
            if (order[v] == kNone)
                members[cycle[v]].push_back(v);
        }
        for (const auto& [from, to] : edges)
            outside[cycle[to]] += order[from] == kNone && cycle[from] != cycle[to] ? 1 : 0;
        for (std::size_t c = 0; c < outside.size(); ++c) {
            if (outside[c] == 0)
                std::ranges::for_each(members[c], [&](std::uint32_t v) { entries.push(v); });
        }
    };
    const auto take = [&](Smallest& queue) {
        const std::uint32_t v = queue.top();
        queue.pop();
        return v;
    };
    for (std::uint32_t place = 0; place < vertices;) {
        if (ready.empty() && cycle.empty())
            beginCycles();
        const std::uint32_t v = take(ready.empty() ? entries : ready);
        if (order[v] != kNone)
            continue;
        order[v] = place++;
        for (const std::uint32_t other : next.of(v)) {
            if (other != v && --waiting[other] == 0)
                ready.push(other);
            if (!cycle.empty() && cycle[other] != cycle[v] && --outside[cycle[other]] == 0)
                std::ranges::for_each(members[cycle[other]], [&](std::uint32_t m) { entries.push(m); });
        }
    }
    return order;
}

} // namespace dumpscope::core
