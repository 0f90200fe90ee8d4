// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/helper_nodes.h"
#include "records/graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dumpscope::core {

/// The nodes of a graph as a tree of scopes that can be folded. Children are in the order of the data flow.
/// Scopes with nothing but one scope inside are joined with it; in large graphs more than kMostChildren
/// children are grouped in runs of neighbours. Weights and constants are in the scope of their first
/// consumer, an operator with the name of a scope is in that. Immutable; thread-safe.
class ScopeTree {
public:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
    static constexpr std::size_t kMostChildren = 48; ///< of a scope
    static constexpr std::size_t kRun = 32;          ///< children of a run, approximately
    static constexpr std::size_t kFewestForRuns
        = 300;                                    ///< nodes of a graph: smaller ones are seen as they are
    static constexpr std::size_t kMostDepth = 64; ///< deeper scopes are one

    /// A scope or a node.
    struct Item {
        bool isScope = true;
        std::uint32_t index = 0; ///< of the scope, or value of the NodeId
        [[nodiscard]] NodeId node() const { return NodeId(index); }
        friend bool operator==(const Item&, const Item&) = default;
    };
    struct Scope {
        std::string name;             ///< below its parent: "network-Net/conv1-Conv2d", "conv1 … relu3"
        std::string path;             ///< in the file; of a run that of the scope it is part of
        bool isRun = false;           ///< a group of neighbours, not a scope of the file
        std::uint32_t parent = kNone; ///< kNone for the whole graph
        std::uint32_t depth = 0;      ///< 0 for the whole graph
        std::uint32_t operators = 0;  ///< inside, at any depth
        std::uint32_t endScope = 0;   ///< scopes inside are those from the own number + 1 up to here
        std::uint32_t firstNode = 0, endNode = 0; ///< places in `order`
        std::vector<Item> children;
    };

    explicit ScopeTree(const Graph& graph);

    /// The whole graph is scope 0; parents come before their children.
    [[nodiscard]] const std::vector<Scope>& scopes() const { return m_scopes; }
    [[nodiscard]] const Scope& scope(std::uint32_t number) const { return m_scopes[number]; }
    /// Nodes as the leaves of the tree from left to right.
    [[nodiscard]] const std::vector<NodeId>& order() const { return m_order; }
    [[nodiscard]] std::uint32_t placeOf(NodeId node) const { return m_places[node.value()]; }
    [[nodiscard]] std::uint32_t scopeOf(NodeId node) const { return m_scopeOf[node.value()]; }
    [[nodiscard]] std::uint32_t parentOf(const Item& item) const
    {
        return item.isScope ? m_scopes[item.index].parent : scopeOf(item.node());
    }
    /// Whether `scope` is `inside` or lies in it.
    [[nodiscard]] bool holds(std::uint32_t scope, std::uint32_t inside) const
    {
        return inside >= scope && inside < m_scopes[scope].endScope;
    }

private:
    std::vector<Scope> m_scopes;
    std::vector<NodeId> m_order;
    std::vector<std::uint32_t> m_places, m_scopeOf;
};

/// Position of every node in an order in which data flows forward; the file's order where it does, and for
/// nodes of cycles. O(edges log nodes).
[[nodiscard]] std::vector<std::uint32_t> dataFlowOrder(const Graph& graph);

/// The edges drawn as one line between two children of a scope: those of one tensor, or all where there are
/// more tensors than kMostTensors.
struct Strand {
    static constexpr std::int32_t kOutside = -1;
    static constexpr std::size_t kMostTensors = 4; ///< between the same ends that have a line of their own

    std::int32_t from = kOutside, to = kOutside; ///< places in the children; kOutside: of another scope
    std::uint32_t edges = 0;
    bool isControl = true; ///< control edges only, no data
    // The first of the edges.
    NodeId producer, consumer;
    std::uint32_t slot = 0;
};

/// One unfolded scope: its children and the edges between them.
struct ScopeLevel {
    std::vector<ScopeTree::Item> children;
    std::vector<Strand>
        strands; ///< none from a child to itself; of order only where no data goes the same way
};

/// `shown`: by node, whether it is visible; null: all. `hidden`: nodes that are left out, with edges through
/// them; null: none. O(nodes and edges inside).
[[nodiscard]] ScopeLevel levelOf(const Graph& graph, const ScopeTree& tree, std::uint32_t scope,
    const std::vector<bool>* shown, const HelperNodes* hidden = nullptr);

} // namespace dumpscope::core
