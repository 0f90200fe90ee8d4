// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "graph/graph_match.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// The part of a graph to write. Refers to objects of the caller.
struct GraphView {
    const GraphDocument* document = nullptr;
    std::size_t graph = 0;
    const std::vector<NodeId>* nodes = nullptr; ///< ascending; null = all
    const GraphMatch* match = nullptr;          ///< with `dump`: entries at their nodes
    const DumpIndex* dump = nullptr;

    [[nodiscard]] const Graph& get() const { return *document->graphs[graph]; }
    [[nodiscard]] bool holds(NodeId id) const;
};

/// The members of one entry of `graphs` in docs/contract.md 4 graph, inside an object that is open: nodes
/// (those with an operator type, and modules), parameters, constants, outputs. Inputs refer to ids.
void writeGraphMembers(JsonWriter& json, const GraphView& view);
/// The member `match`: how many entries of the dump have a node, and which do not.
void writeMatchMember(JsonWriter& json, const GraphView& view);

/// Graphviz source: operators as boxes with type and short name, parameters as ellipses, data edges
/// with type and shape, control edges dashed; nodes with dump entries are filled.
void writeGraphDot(const GraphView& view, const std::function<void(std::string_view)>& sink);

} // namespace dumpscope::core
