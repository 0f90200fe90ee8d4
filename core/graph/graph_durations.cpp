// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_durations.h"

#include <algorithm>
#include <limits>

namespace dumpscope::core {

namespace {

const OperatorTime* longestOf(NodeId node, const GraphMatch& match, const OperatorTimes& times)
{
    const OperatorTime* longest = nullptr;
    for (const TensorId id : match.tensorsOf(node)) {
        const OperatorTime* const time = times.of(id);
        if (time != nullptr && (longest == nullptr || time->duration > longest->duration))
            longest = time;
    }
    return longest;
}

} // namespace

GraphDurations graphDurations(
    const Graph& graph, const GraphMatch& match, const ScopeTree& tree, const DumpIndex& index)
{
    GraphDurations found;
    found.nodes.assign(graph.nodes().size(), nullptr);
    found.scopes.resize(tree.scopes().size());
    if (index.times() == nullptr)
        return found;
    for (std::size_t node = 0; node < found.nodes.size(); ++node) {
        const OperatorTime* const time = longestOf(NodeId(node), match, *index.times());
        found.nodes[node] = time;
        if (time == nullptr) {
            found.untimed += graph.nodes()[node].kind == NodeKind::Operator ? 1 : 0;
            continue;
        }
        for (std::uint32_t scope = tree.scopeOf(NodeId(node)); scope != ScopeTree::kNone;
             scope = tree.scope(scope).parent) {
            GraphDurations::Scope& sum = found.scopes[scope];
            // Of a damaged profile; a sum that is infinite would have no shares.
            sum.duration = std::min(sum.duration + time->duration, std::numeric_limits<double>::max());
            ++sum.timed;
        }
    }
    return found;
}

} // namespace dumpscope::core
