// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_traversal.h"

#include <algorithm>
#include <iterator>

namespace dumpscope::core {

namespace {

enum class Way : std::uint8_t { Up, Down, Both };

template<typename Visit> void forNeighbours(const Graph& graph, NodeId node, Way way, Visit visit)
{
    if (way != Way::Down) {
        for (const GraphInput& input : graph.inputs(graph.node(node))) {
            if (input.from.isValid() && !input.otherGraph)
                visit(input.from);
        }
    }
    if (way != Way::Up) {
        for (const NodeId consumer : graph.consumers(node))
            visit(consumer);
    }
}

/// Breadth first; gives the node every reached node was reached from.
struct Reach {
    std::vector<bool> seen;
    std::vector<NodeId> cameFrom;
};

Reach reach(const Graph& graph, std::span<const NodeId> start, Way way, std::uint32_t hops)
{
    Reach result;
    result.seen.assign(graph.nodes().size(), false);
    result.cameFrom.resize(graph.nodes().size());
    std::vector<NodeId> frontier;
    for (const NodeId node : start) {
        if (node.value() < result.seen.size() && !result.seen[node.value()]) {
            result.seen[node.value()] = true;
            frontier.push_back(node);
        }
    }
    std::vector<NodeId> next;
    for (std::uint32_t hop = 0; hop < hops && !frontier.empty(); ++hop) {
        next.clear();
        for (const NodeId node : frontier) {
            forNeighbours(graph, node, way, [&](NodeId neighbour) {
                if (result.seen[neighbour.value()])
                    return;
                result.seen[neighbour.value()] = true;
                result.cameFrom[neighbour.value()] = node;
                next.push_back(neighbour);
            });
        }
        frontier.swap(next);
    }
    return result;
}

std::vector<NodeId> seenNodes(const Reach& reached)
{
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < reached.seen.size(); ++i) {
        if (reached.seen[i])
            nodes.emplace_back(i);
    }
    return nodes;
}

} // namespace

std::vector<NodeId> upstreamOf(const Graph& graph, std::span<const NodeId> nodes, std::uint32_t hops)
{
    return seenNodes(reach(graph, nodes, Way::Up, hops));
}

std::vector<NodeId> downstreamOf(const Graph& graph, std::span<const NodeId> nodes, std::uint32_t hops)
{
    return seenNodes(reach(graph, nodes, Way::Down, hops));
}

std::vector<NodeId> neighbourhoodOf(const Graph& graph, std::span<const NodeId> nodes, std::uint32_t hops)
{
    return seenNodes(reach(graph, nodes, Way::Both, hops));
}

PathsBetween pathsBetween(const Graph& graph, NodeId from, NodeId to)
{
    PathsBetween result;
    Reach down = reach(graph, std::span(&from, 1), Way::Down, kAnyNumberOfHops);
    if (!down.seen[to.value()]) {
        result.reversed = true;
        std::swap(from, to);
        down = reach(graph, std::span(&from, 1), Way::Down, kAnyNumberOfHops);
        if (!down.seen[to.value()])
            return {};
    }
    const Reach up = reach(graph, std::span(&to, 1), Way::Up, kAnyNumberOfHops);
    for (std::size_t i = 0; i < down.seen.size(); ++i) {
        if (down.seen[i] && up.seen[i])
            result.nodes.emplace_back(i);
    }
    for (NodeId node = to; node.isValid(); node = down.cameFrom[node.value()])
        result.shortest.push_back(node);
    std::ranges::reverse(result.shortest);
    return result;
}

} // namespace dumpscope::core
