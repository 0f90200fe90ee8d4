// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/loaded_graph.h"

#include "graph/late_parameters.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {
/// A file with more graphs than that has its tensors attached to the first ones and to its entry only.
constexpr std::size_t kMostMatched = 64;
} // namespace

core::Result<std::shared_ptr<const LoadedGraph>> LoadedGraph::read(
    std::shared_ptr<const core::DumpIndex> index, std::optional<std::int64_t> rank, core::TaskContext& task)
{
    TRY_ASSIGN(core::RankedGraphs ranked, core::readLikeliestGraph(*index, index.get(), rank, task));
    if (const auto error = core::whyNothingRead(ranked))
        return core::fail(*error);
    if (!ranked.likeliest)
        return std::shared_ptr<const LoadedGraph>();
    auto loaded = std::make_shared<LoadedGraph>();
    loaded->index = std::move(index);
    loaded->candidates = std::move(ranked.candidates);
    loaded->candidate = *ranked.likeliest;
    loaded->document = std::move(ranked.document);
    return complete(std::move(loaded), std::move(ranked.match), task);
}

core::Result<std::shared_ptr<const LoadedGraph>> LoadedGraph::readCandidate(
    std::shared_ptr<const core::DumpIndex> index, std::vector<core::GraphCandidate> known,
    std::size_t candidate, core::TaskContext& task)
{
    auto loaded = std::make_shared<LoadedGraph>();
    TRY_ASSIGN(loaded->document, core::loadGraph(*index, known[candidate].file, task));
    if (loaded->document.graphs.empty())
        return core::fail(core::Code::BadFormat, core::phrase("there is no graph in the file"),
            {.file = known[candidate].path});
    loaded->index = std::move(index);
    loaded->candidates = std::move(known);
    loaded->candidate = candidate;
    return complete(std::move(loaded), std::nullopt, task);
}

core::Result<std::shared_ptr<const LoadedGraph>> LoadedGraph::complete(
    std::shared_ptr<LoadedGraph> loaded, std::optional<core::GraphMatch> entryMatch, core::TaskContext& task)
{
    for (const core::Diagnostic& problem : loaded->document.problems)
        task.diagnostics.add(problem);
    const core::DumpIndex& index = *loaded->index;
    const core::FileId file = loaded->candidates[loaded->candidate].file;
    loaded->places.resize(index.tensorCount());
    loaded->isLate.resize(index.tensorCount());
    const core::Graph* const entry = &core::entryGraph(loaded->document);
    loaded->entry = static_cast<std::size_t>(
        std::ranges::find(loaded->document.graphs, entry, &std::shared_ptr<const core::Graph>::get)
        - loaded->document.graphs.begin());
    for (std::size_t number = 0; number < loaded->document.graphs.size(); ++number) {
        TRY_VOID(task.checkStop());
        const std::shared_ptr<const core::Graph> read = loaded->document.graphs[number];
        const core::Graph& graph = *read;
        core::GraphMatch match;
        if (number == loaded->entry) {
            match = entryMatch ? std::move(*entryMatch)
                               : core::matchGraph(graph, index, core::matchScope(index, file, graph));
        } else if (number < kMostMatched) {
            match = core::matchGraph(graph, index, core::matchScope(index, file, graph));
        } else {
            match.starts.assign(graph.nodes().size() + 1, 0);
        }
        for (const core::TensorId id : core::lateParameters(graph, index, match))
            loaded->isLate[id.value()] = true;
        const std::shared_ptr<const core::Graph> shown = graph.withResultNodes();
        match.starts.resize(shown->nodes().size() + 1, match.starts.back());
        match.rules.resize(match.rules.empty() ? 0 : shown->nodes().size());
        loaded->document.graphs[number] = shown;
        core::ScopeTree tree(*shown);
        core::GraphDurations durations = core::graphDurations(*shown, match, tree, index);
        auto helpers = std::make_shared<const core::HelperNodes>(*shown, match);
        if (!helpers->isAny())
            helpers.reset();
        loaded->parts.push_back(
            {std::move(match), std::move(tree), std::move(durations), std::move(helpers)});
        for (std::size_t node = 0; node < graph.nodes().size(); ++node) {
            for (const core::TensorId id : loaded->parts[number].match.tensorsOf(core::NodeId(node))) {
                Place& place = loaded->places[id.value()];
                if (!place.node.isValid())
                    place = {static_cast<std::uint32_t>(number), core::NodeId(node)};
            }
        }
    }
    return std::shared_ptr<const LoadedGraph>(std::move(loaded));
}

} // namespace dumpscope::gui
