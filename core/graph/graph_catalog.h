// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "graph/graph_match.h"
#include "model/dump_index.h"
#include "records/graph.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// One graph file of an opened root, and what speaks for it being the computational graph: the one
/// whose operators the dump holds.
struct GraphCandidate {
    FileId file;
    std::string path;   ///< relative
    std::string format; ///< reader id
    std::optional<std::int64_t> rank, graphId;
    std::string stage; ///< of compilation, from the file name: "Build", "validate"; may be empty
    std::string name;  ///< of the entry graph
    std::uint64_t graphs = 0, nodes = 0;    ///< nodes that have an operator type
    std::uint64_t entries = 0, matched = 0; ///< of the dump: in its scope, and attached
    Message reason;                         ///< what decides its place, in words
    bool readable = true;
};

/// A graph file with the places its nodes have in the execution order.
[[nodiscard]] Result<GraphDocument> loadGraph(const DumpIndex& index, FileId file, TaskContext& task);

/// Where entries of a dump must come from to belong to a graph of this file.
[[nodiscard]] MatchScope matchScope(const DumpIndex& index, FileId file, const Graph& graph);

/// The graph the document is about: its entry graph, else the first.
[[nodiscard]] const Graph& entryGraph(const GraphDocument& document);

/// Every graph file, the computational graph first (docs/formats/ascendcl-capture.md 5.3: the compiled graph
/// with an iterator; else the graph of execution whose names the dump has). Reads all of them; problems of
/// files that cannot be read go to the task. `dump` may be the same index or another one, or null.
[[nodiscard]] Result<std::vector<GraphCandidate>> rankGraphs(
    const DumpIndex& index, const DumpIndex* dump, TaskContext& task);

/// Every graph file, and the likeliest of them already read.
struct RankedGraphs {
    std::vector<GraphCandidate> candidates; ///< as rankGraphs has them
    std::optional<std::size_t> likeliest;   ///< of `rank` where one is; none when nothing can be read
    GraphDocument document;                 ///< of the likeliest
    GraphMatch match;                       ///< of its entry graph
};
/// rankGraphs for who wants the first of its answers: its file is read once. Keeps one document at a time
/// beside those being read.
[[nodiscard]] Result<RankedGraphs> readLikeliestGraph(
    const DumpIndex& index, const DumpIndex* dump, std::optional<std::int64_t> rank, TaskContext& task);

/// Why there is no likeliest although there are files of graphs; none where there are no such files, or one
/// was read.
[[nodiscard]] std::optional<Error> whyNothingRead(const RankedGraphs& ranked);

/// Stage of compilation in the name of a graph file.
[[nodiscard]] std::string graphStage(std::string_view fileName);

} // namespace dumpscope::core
