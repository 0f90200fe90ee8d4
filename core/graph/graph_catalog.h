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

/// One graph file of an opened root, and the evidence that it is the computational graph: the one whose
/// operators are in the dump.
struct GraphCandidate {
    FileId file;
    std::string path;   ///< relative
    std::string format; ///< reader id
    std::optional<std::int64_t> rank, graphId;
    std::string stage; ///< of compilation, from the file name: "Build", "validate"; may be empty
    std::string name;  ///< of the entry graph
    std::uint64_t graphs = 0, nodes = 0;    ///< nodes that have an operator type
    std::uint64_t entries = 0, matched = 0; ///< entries of the dump in its scope, and those with a node
    Message reason;                         ///< for its position in the list
    bool readable = true;
};

/// A graph file, its nodes with their positions in the execution order. Errors: those of
/// TensorStore::readGraph.
[[nodiscard]] Result<GraphDocument> loadGraph(const DumpIndex& index, FileId file, TaskContext& task);

/// Rank and graph of dump entries that can belong to a graph of this file.
[[nodiscard]] MatchScope matchScope(const DumpIndex& index, FileId file, const Graph& graph);

/// The entry graph of the document, else its first.
[[nodiscard]] const Graph& entryGraph(const GraphDocument& document);

/// Every graph file, the computational graph first (docs/formats/ascendcl-capture.md 5.3: the compiled graph
/// with an iterator; else the graph of execution whose names the dump has). Reads all of them; files that
/// cannot be read are diagnostics of the task. `dump` may be the same index or another one, or null. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<std::vector<GraphCandidate>> rankGraphs(
    const DumpIndex& index, const DumpIndex* dump, TaskContext& task);

/// Every graph file, and the likeliest of them already read.
struct RankedGraphs {
    std::vector<GraphCandidate> candidates; ///< as of rankGraphs
    std::optional<std::size_t>
        likeliest; ///< in `candidates`, of the wanted rank if there is one; none: no file can be read
    GraphDocument document; ///< of the likeliest
    GraphMatch match;       ///< of its entry graph
};
/// rankGraphs, and the document of the likeliest without reading its file again. Keeps one document at a time
/// besides those being read.
[[nodiscard]] Result<RankedGraphs> readLikeliestGraph(
    const DumpIndex& index, const DumpIndex* dump, std::optional<std::int64_t> rank, TaskContext& task);

/// Why there is no likeliest graph although there are graph files; nothing where there are no such files, or
/// one was read.
[[nodiscard]] std::optional<Error> whyNothingRead(const RankedGraphs& ranked);

/// Stage of compilation in the name of a graph file (GraphCandidate::stage).
[[nodiscard]] std::string graphStage(std::string_view fileName);

} // namespace dumpscope::core
