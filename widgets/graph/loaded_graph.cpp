// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/loaded_graph.h"

namespace dumpscope::gui {

namespace {
/// A file with more graphs than that has its tensors attached to the first ones and to its entry only.
constexpr std::size_t kMostMatched = 64;
} // namespace

core::Result<std::shared_ptr<const LoadedGraph>> LoadedGraph::read(
    std::shared_ptr<const core::DumpIndex> index, std::optional<std::int64_t> rank, core::TaskContext& task)
{
    TRY_ASSIGN(auto candidates, core::rankGraphs(*index, index.get(), task));
    std::size_t chosen = candidates.size();
    for (std::size_t i = candidates.size(); i-- > 0;) {
        const core::GraphCandidate& candidate = candidates[i];
        if (candidate.readable
            && (chosen == candidates.size() || !rank || !candidate.rank || candidate.rank == rank))
            chosen = i;
    }
    if (chosen == candidates.size())
        return std::shared_ptr<const LoadedGraph>();
    return readCandidate(std::move(index), std::move(candidates), chosen, task);
}

core::Result<std::shared_ptr<const LoadedGraph>> LoadedGraph::readCandidate(
    std::shared_ptr<const core::DumpIndex> index, std::vector<core::GraphCandidate> known,
    std::size_t candidate, core::TaskContext& task)
{
    auto loaded = std::make_shared<LoadedGraph>();
    TRY_ASSIGN(loaded->document, core::loadGraph(*index, known[candidate].file, task));
    if (loaded->document.graphs.empty())
        return std::shared_ptr<const LoadedGraph>();
    loaded->places.resize(index->tensorCount());
    const core::Graph* const entry = &core::entryGraph(loaded->document);
    for (std::size_t number = 0; number < loaded->document.graphs.size(); ++number) {
        TRY_VOID(task.checkStop());
        const core::Graph& graph = loaded->graph(number);
        if (&graph == entry)
            loaded->entry = number;
        core::GraphMatch match;
        if (number < kMostMatched || &graph == entry)
            match = core::matchGraph(graph, *index, core::matchScope(*index, known[candidate].file, graph));
        else
            match.starts.assign(graph.nodes().size() + 1, 0);
        loaded->parts.push_back({std::move(match), core::ScopeTree(graph)});
        for (std::size_t node = 0; node < graph.nodes().size(); ++node) {
            for (const core::TensorId id : loaded->parts[number].match.tensorsOf(core::NodeId(node))) {
                Place& place = loaded->places[id.value()];
                if (!place.node.isValid())
                    place = {static_cast<std::uint32_t>(number), core::NodeId(node)};
            }
        }
    }
    loaded->index = std::move(index);
    loaded->candidates = std::move(known);
    loaded->candidate = candidate;
    return loaded;
}

} // namespace dumpscope::gui
