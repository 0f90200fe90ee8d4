// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "records/graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

struct NodePlace {
    std::size_t graph = 0; ///< of the document
    NodeId node;
};

/// A name that is near to one that was not found.
struct NamedNode {
    std::string name;
    std::size_t distance = 0;
};

/// The node a person means: by name, id or label, else by the end of its name behind a '/'. The entry
/// graph comes first. Nothing when there is none (`nearest` gets up to three names that are near);
/// Code::Usage when an ending fits several nodes.
[[nodiscard]] Result<std::optional<NodePlace>> findNode(
    const GraphDocument& document, std::string_view text, std::vector<NamedNode>& nearest);

/// A line of a program.
struct SourceLine {
    std::string file; ///< whole path or its end
    std::uint32_t line = 0;
};
/// `net.py:42`; nothing when there is no number.
[[nodiscard]] std::optional<SourceLine> parseSourceLine(std::string_view text);

/// The frame is the definition of a function around the place, not a statement: it says nothing of its line.
[[nodiscard]] bool isDefinition(const Graph& graph, const SourcePlace& place);

/// Nodes that have the line in one of their frames, ascending. A frame of several lines counts when
/// it is a statement, not the definition of a function around it.
[[nodiscard]] std::vector<NodeId> nodesOfLine(const Graph& graph, const SourceLine& line);

} // namespace dumpscope::core
