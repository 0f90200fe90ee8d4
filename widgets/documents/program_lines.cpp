// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/program_lines.h"

#include "graph/graph_catalog.h"
#include "graph/graph_match.h"
#include "graph/graph_search.h"

#include <map>
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
                    if (Operator& place = lines->m_places[id.value()]; !place.node.isValid())
                        place = {at, core::NodeId(node)};
                }
            }
            lines->m_graphs.push_back(graph);
            lines->m_files.push_back(number);
        }
        if (hasLines)
            known.emplace(candidate.rank, candidate.graphId);
        else if (lines->m_graphs.size() > number + 1) {
            lines->m_graphs.resize(number + 1); // says that there is a graph
            lines->m_files.resize(number + 1);
        }
    }
    for (std::size_t id = 0; id < lines->m_places.size(); ++id) {
        const Operator& op = lines->m_places[id];
        if (op.node.isValid())
            lines->m_tensors[{op.graph, op.node.value()}].emplace_back(id);
    }
    return lines;
}

std::vector<ProgramLines::Frame> ProgramLines::frames(const Operator& op) const
{
    std::vector<Frame> frames;
    if (!op.node.isValid())
        return frames;
    const core::Graph& graph = *m_graphs[op.graph];
    for (const core::SourcePlace& source : graph.sources(graph.node(op.node)))
        frames.push_back({std::string(graph.text(source.file)), source.line,
            std::string(graph.text(source.code)), source.role});
    return frames;
}

std::vector<core::TensorId> ProgramLines::tensorsOf(const Operator& op) const
{
    const auto found = m_tensors.find({op.graph, op.node.value()});
    return found == m_tensors.end() ? std::vector<core::TensorId>() : found->second;
}

std::vector<ProgramLines::Line> ProgramLines::linesOf(std::string_view file, const Operator& near) const
{
    std::map<std::uint32_t, Line> lines;
    for (std::uint32_t number = 0; number < m_graphs.size(); ++number) {
        if (!near.node.isValid() || m_files[number] != m_files[near.graph])
            continue;
        const core::Graph& graph = *m_graphs[number];
        for (std::size_t node = 0; node < graph.nodes().size(); ++node) {
            if (graph.nodes()[node].opType.value() == 0)
                continue;
            const Operator op {number, core::NodeId(node)};
            for (const core::SourcePlace& source : graph.sources(graph.nodes()[node])) {
                if (source.role == core::SourceRole::Forward || source.line == 0
                    || graph.text(source.file) != file || core::isDefinition(graph, source))
                    continue;
                Line& line = lines[source.line];
                line.line = source.line;
                if (line.code.empty())
                    line.code = graph.text(source.code);
                const bool isKnown = !line.operators.empty() && line.operators.back().graph == op.graph
                    && line.operators.back().node == op.node; // one stack may pass a line twice
                if (!isKnown)
                    line.operators.push_back(op);
            }
        }
    }
    std::vector<Line> sorted;
    for (auto& [number, line] : lines)
        sorted.push_back(std::move(line));
    return sorted;
}

} // namespace dumpscope::gui
