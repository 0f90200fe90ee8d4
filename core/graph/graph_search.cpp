// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_search.h"

#include "base/text.h"
#include "readers/mindspore/mindspore_scope.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::size_t kNearest = 3;

bool endsWithPart(std::string_view name, std::string_view ending)
{
    if (!name.ends_with(ending) || ending.empty())
        return false;
    return name.size() == ending.size() || name[name.size() - ending.size() - 1] == '/';
}

void remember(std::vector<NamedNode>& nearest, std::string_view name, std::size_t distance)
{
    const auto known = [&](const NamedNode& node) { return node.name == name; };
    if (std::ranges::any_of(nearest, known))
        return;
    nearest.push_back({std::string(name), distance});
    std::ranges::stable_sort(nearest, {}, &NamedNode::distance);
    if (nearest.size() > kNearest)
        nearest.pop_back();
}

bool sameFile(std::string_view path, std::string_view wanted)
{
    while (wanted.starts_with("./"))
        wanted.remove_prefix(2);
    return endsWithPart(path, wanted);
}

bool covers(const Graph& graph, const SourcePlace& place, std::uint32_t line)
{
    if (place.line == line)
        return true;
    if (line < place.line || line > place.endLine)
        return false;
    return !isDefinition(graph, place);
}

} // namespace

bool isDefinition(const Graph& graph, const SourcePlace& place)
{
    if (place.endLine <= place.line)
        return false;
    const std::string_view code = graph.text(place.code);
    return code.starts_with("def ") || code.starts_with("class ") || code.starts_with('@')
        || code.ends_with(':');
}

Result<std::optional<NodePlace>> findNode(
    const GraphDocument& document, std::string_view text, std::vector<NamedNode>& nearest)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < document.graphs.size(); ++i)
        order.push_back(i);
    std::stable_partition(
        order.begin(), order.end(), [&](std::size_t i) { return document.graphs[i]->isEntry; });
    for (const std::size_t i : order) {
        if (const NodeId node = document.graphs[i]->find(text); node.isValid())
            return NodePlace {i, node};
    }
    std::vector<NodePlace> fitting;
    for (const std::size_t i : order) {
        const Graph& graph = *document.graphs[i];
        for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
            const std::string_view name = graph.text(graph.nodes()[n].name);
            if (endsWithPart(name, text) || sanitisedScope(name) == text)
                fitting.push_back({i, NodeId(n)});
            else if (const std::size_t distance = editDistance(name, text); distance < 8)
                remember(nearest, name, distance);
        }
    }
    if (fitting.empty())
        return std::optional<NodePlace> {};
    if (fitting.size() == 1)
        return fitting.front();
    std::string first;
    for (std::size_t i = 0; i < std::min<std::size_t>(fitting.size(), 5); ++i) {
        const Graph& graph = *document.graphs[fitting[i].graph];
        first += (i == 0 ? "" : ", ") + printable(graph.text(graph.node(fitting[i].node).name));
    }
    return fail(Code::Usage, phrase("\"%1\" fits %2 nodes: %3", printable(text), fitting.size(), first));
}

std::optional<SourceLine> parseSourceLine(std::string_view text)
{
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0)
        return std::nullopt;
    const auto line = parseUnsigned(text.substr(colon + 1));
    if (!line || *line == 0 || *line > 0xFFFFFFFEU)
        return std::nullopt;
    return SourceLine {std::string(text.substr(0, colon)), static_cast<std::uint32_t>(*line)};
}

std::vector<NodeId> nodesOfLine(const Graph& graph, const SourceLine& line)
{
    std::vector<NodeId> nodes;
    for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
        const auto sources = graph.sources(graph.nodes()[n]);
        if (std::ranges::any_of(sources, [&](const SourcePlace& place) {
                return covers(graph, place, line.line) && sameFile(graph.text(place.file), line.file);
            }))
            nodes.emplace_back(n);
    }
    return nodes;
}

} // namespace dumpscope::core
