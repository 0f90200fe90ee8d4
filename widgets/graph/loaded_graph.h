// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_catalog.h"
#include "graph/graph_durations.h"
#include "graph/graph_match.h"
#include "graph/scope_tree.h"

#include <memory>
#include <optional>
#include <vector>

namespace dumpscope::gui {

/// One graph file of an opened dump with all that the panels need of it. Immutable; thread-safe.
struct LoadedGraph {
    /// A graph of the file.
    struct Part {
        core::GraphMatch match;
        core::ScopeTree tree;
        core::GraphDurations durations;
        std::shared_ptr<const core::HelperNodes> helpers = {}; ///< null: there are none
    };
    /// Where a tensor of the dump belongs.
    struct Place {
        std::uint32_t number = 0; ///< of the graph
        core::NodeId node;        ///< invalid: nowhere
    };
    std::shared_ptr<const core::DumpIndex> index;
    std::vector<core::GraphCandidate> candidates; ///< every graph file, the likeliest first
    std::size_t candidate = 0;                    ///< this one
    core::GraphDocument document;
    std::vector<Part> parts;   ///< per graph
    std::size_t entry = 0;     ///< number of the graph the file is about
    std::vector<Place> places; ///< per tensor
    std::vector<bool> isLate;  ///< per tensor: a parameter as the step left it (core::lateParameters)

    [[nodiscard]] const core::Graph& graph(std::size_t number) const { return *document.graphs[number]; }

    /// Reads the graph files of a dump and takes the likeliest of `rank`, or `candidate` of `known`. Null
    /// when there is no graph. Errors: Code::Cancelled, or why none can be read.
    [[nodiscard]] static core::Result<std::shared_ptr<const LoadedGraph>> read(
        std::shared_ptr<const core::DumpIndex> index, std::optional<std::int64_t> rank,
        core::TaskContext& task);
    [[nodiscard]] static core::Result<std::shared_ptr<const LoadedGraph>> readCandidate(
        std::shared_ptr<const core::DumpIndex> index, std::vector<core::GraphCandidate> known,
        std::size_t candidate, core::TaskContext& task);

private:
    /// Attaches the tensors and makes the trees; `entryMatch` is what is known of the entry graph.
    [[nodiscard]] static core::Result<std::shared_ptr<const LoadedGraph>> complete(
        std::shared_ptr<LoadedGraph> loaded, std::optional<core::GraphMatch> entryMatch,
        core::TaskContext& task);
};

} // namespace dumpscope::gui
