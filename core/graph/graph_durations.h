// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_match.h"
#include "graph/scope_tree.h"
#include "model/operator_times.h"

#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// How long the nodes and scopes of a graph ran, as a profiler timed the operators of the dump it belongs to.
/// Immutable; refers to the index it was made of.
struct GraphDurations {
    struct Scope {
        double duration = 0;     ///< microseconds, of what is timed inside
        std::uint32_t timed = 0; ///< operators inside, at any depth
    };

    std::vector<const OperatorTime*> nodes; ///< of several steps the longest; null: not timed
    std::vector<Scope> scopes;              ///< of the tree; the first is the whole graph
    std::uint32_t untimed = 0;              ///< operators of the graph without a duration

    [[nodiscard]] bool isAny() const { return !scopes.empty() && scopes.front().timed > 0; }
    /// Microseconds of all nodes that are timed.
    [[nodiscard]] double total() const { return scopes.empty() ? 0 : scopes.front().duration; }
    /// Of the total, 0..1; 0 where everything took no time.
    [[nodiscard]] double shareOf(double duration) const { return total() > 0 ? duration / total() : 0; }
};

[[nodiscard]] GraphDurations graphDurations(
    const Graph& graph, const GraphMatch& match, const ScopeTree& tree, const DumpIndex& index);

} // namespace dumpscope::core
