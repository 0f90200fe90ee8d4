// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/program_lines.h"

#include "graph/graph_catalog.h"
#include "graph/graph_match.h"

#include <set>

namespace dumpscope::gui {

core::Result<std::shared_ptr<const ProgramLines>> ProgramLines::read(
    const core::DumpIndex& index, core::TaskContext& task)
{
    auto lines = std::make_shared<ProgramLines>();
    lines->m_places.resize(index.tensorCount());
    TRY_ASSIGN(const auto candidates, core::rankGraphs(index, &index, task));
    // The likeliest graph of each rank and number; the others are stages of its compilation.
    std::set<std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>> known;
    for (const core::GraphCandidate& candidate : candidates) {
        TRY_VOID(task.checkStop());
        if (!candidate.readable || candidate.matched == 0
            || known.contains({candidate.rank, candidate.graphId}))
            continue;
        const auto document = core::loadGraph(index, candidate.file, task);
        if (!document)
            continue;
        const auto number = static_cast<std::uint32_t>(lines->m_graphs.size());
        bool hasLines = false;
        for (const auto& graph : document->graphs) {
            const auto at = static_cast<std::uint32_t>(lines->m_graphs.size());
            const core::GraphMatch match
                = core::matchGraph(*graph, index, core::matchScope(index, candidate.file, *graph));
            for (std::size_t node = 0; node < graph->nodes().size(); ++node) {
                if (graph->nodes()[node].sourceCount == 0)
                    continue;
                hasLines = true;
                for (const core::TensorId id : match.tensorsOf(core::NodeId(node))) {
                    if (Place& place = lines->m_places[id.value()]; !place.node.isValid())
                        place = {at, core::NodeId(node)};
                }
            }
            lines->m_graphs.push_back(graph);
        }
        if (hasLines)
            known.emplace(candidate.rank, candidate.graphId);
        else if (lines->m_graphs.size() > number + 1)
            lines->m_graphs.resize(number + 1); // says that there is a graph
    }
    return lines;
}

std::vector<ProgramLines::Frame> ProgramLines::frames(core::TensorId id) const
{
    std::vector<Frame> frames;
    const Place& place = m_places[id.value()];
    if (!place.node.isValid())
        return frames;
    const core::Graph& graph = *m_graphs[place.graph];
    for (const core::SourcePlace& source : graph.sources(graph.node(place.node)))
        frames.push_back({std::string(graph.text(source.file)), source.line,
            std::string(graph.text(source.code)), source.role});
    return frames;
}

} // namespace dumpscope::gui
