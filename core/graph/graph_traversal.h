// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/graph.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace dumpscope::core {

// Walks along the edges of one graph, data and control alike. Results are ascending node ids including the
// nodes the walk starts from; every node is visited once, also in cycles. Pure functions.

inline constexpr std::uint32_t kAnyNumberOfHops = std::numeric_limits<std::uint32_t>::max();

/// What the nodes depend on, over at most `hops` edges.
[[nodiscard]] std::vector<NodeId> upstreamOf(
    const Graph& graph, std::span<const NodeId> nodes, std::uint32_t hops = kAnyNumberOfHops);
/// What depends on the nodes.
[[nodiscard]] std::vector<NodeId> downstreamOf(
    const Graph& graph, std::span<const NodeId> nodes, std::uint32_t hops = kAnyNumberOfHops);
/// Both.
[[nodiscard]] std::vector<NodeId> neighbourhoodOf(
    const Graph& graph, std::span<const NodeId> nodes, std::uint32_t hops);

struct PathsBetween {
    std::vector<NodeId> shortest; ///< from the first to the last node; empty when there is none
    std::vector<NodeId> nodes;    ///< all that lie on any path, ascending
    bool reversed = false;        ///< data flows from `to` to `from`
};
/// The number of paths may be exponential, so the result is the set of their nodes.
[[nodiscard]] PathsBetween pathsBetween(const Graph& graph, NodeId from, NodeId to);

} // namespace dumpscope::core
