// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "base/json_writer.h"
#include "graph/graph_catalog.h"
#include "graph/graph_export.h"

#include <vector>

namespace dumpscope::cli {

// What `graph` prints: tables for people, the members of docs/contract.md 4 for programs.

void printCandidates(Console& console, const std::vector<core::GraphCandidate>& candidates);
void writeCandidates(core::JsonWriter& json, const std::vector<core::GraphCandidate>& candidates);

/// A line about the graph and a table of its nodes.
void printGraph(Console& console, const core::GraphView& view);
/// Everything known about one node.
void printNode(Console& console, const core::GraphView& view, core::NodeId id);
/// How much of the dump was found in the graph, and what was not.
void printMatch(Console& console, const core::GraphView& view);

} // namespace dumpscope::cli
