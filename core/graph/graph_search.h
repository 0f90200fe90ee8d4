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

/// A name similar to one that was not found.
struct NamedNode {
    std::string name;
    std::size_t distance = 0; ///< editDistance
};

/// The node that the user names: by name, id or label, else by the end of its name after a '/'. The entry
/// graph comes first. Nothing when there is none (`nearest` gets up to three similar names). Errors:
/// Code::Usage when an ending matches several nodes.
[[nodiscard]] Result<std::optional<NodePlace>> findNode(
    const GraphDocument& document, std::string_view text, std::vector<NamedNode>& nearest);

/// A line of a source file.
struct SourceLine {
    std::string file; ///< whole path or its end
    std::uint32_t line = 0;
};
/// `net.py:42`; nothing when there is no number.
[[nodiscard]] std::optional<SourceLine> parseSourceLine(std::string_view text);

/// Whether the frame is the definition of a function around the place, not a statement: then its line is not
/// that of the node.
[[nodiscard]] bool isDefinition(const Graph& graph, const SourcePlace& place);

/// Nodes that have the line in one of their frames, ascending. A frame of several lines counts when
/// it is a statement, not the definition of a function around it.
[[nodiscard]] std::vector<NodeId> nodesOfLine(const Graph& graph, const SourceLine& line);

} // namespace dumpscope::core
