// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_match.h"
#include "records/graph.h"

#include <vector>

namespace dumpscope::core {

/// Nodes of MindSpore that compute nothing and were not dumped: `Load`, `UpdateState`, `Depend`, `MakeTuple`
/// and monads. Where a picture leaves them out, data goes on through them: the first input of `Load` and
/// `Depend`, all of `MakeTuple`; the others hand on an order only. Immutable; thread-safe.
class HelperNodes {
public:
    HelperNodes(const Graph& graph, const GraphMatch& match);

    [[nodiscard]] bool holds(NodeId node) const { return m_kinds[node.value()] != Kind::None; }
    [[nodiscard]] bool isAny() const { return m_count > 0; }
    [[nodiscard]] std::size_t count() const { return m_count; }
    /// What an input reads in the end: itself, or what came through helper nodes.
    [[nodiscard]] std::vector<GraphInput> sourcesOf(const Graph& graph, const GraphInput& input) const;
    /// Who reads in the end what `reader` reads of `node`: itself, or who is behind it.
    [[nodiscard]] std::vector<NodeId> readersBehind(const Graph& graph, NodeId node, NodeId reader) const;

private:
    enum class Kind : std::uint8_t { None, HandsOnFirst, HandsOnAll, Order };
    [[nodiscard]] bool handsOn(const Graph& graph, NodeId helper, NodeId node) const;
    [[nodiscard]] std::span<const GraphInput> handedOn(const Graph& graph, NodeId helper) const;

    std::vector<Kind> m_kinds; ///< by node
    std::size_t m_count = 0;
};

} // namespace dumpscope::core
