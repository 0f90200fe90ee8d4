// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/helper_nodes.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostHelpers = 4096; ///< gone through for one input: graphs may have cycles

bool isMonad(const Graph& graph, const GraphNode& node)
{
    const auto outputs = graph.outputs(node);
    return !outputs.empty() && std::ranges::all_of(outputs, [&graph](const GraphOutput& output) {
        return output.dtype == DType::Unknown && output.dtypeText.isValid()
            && graph.text(output.dtypeText).ends_with("Monad");
    });
}

} // namespace

HelperNodes::HelperNodes(const Graph& graph, const GraphMatch& match)
    : m_kinds(graph.nodes().size(), Kind::None)
{
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        const GraphNode& node = graph.nodes()[i];
        if (!match.tensorsOf(NodeId(i)).empty())
            continue;
        const std::string_view type = node.opType.isValid() ? graph.text(node.opType) : std::string_view();
        if (type == "Load" || type == "Depend")
            m_kinds[i] = Kind::HandsOnFirst;
        else if (type == "MakeTuple")
            m_kinds[i] = Kind::HandsOnAll;
        else if (type == "UpdateState" || isMonad(graph, node))
            m_kinds[i] = Kind::Order;
        m_count += m_kinds[i] == Kind::None ? 0 : 1;
    }
}

std::span<const GraphInput> HelperNodes::handedOn(const Graph& graph, NodeId helper) const
{
    const std::span<const GraphInput> inputs = graph.inputs(graph.node(helper));
    switch (m_kinds[helper.value()]) {
    case Kind::HandsOnAll:
        return inputs;
    case Kind::HandsOnFirst:
        return inputs.first(std::min<std::size_t>(inputs.size(), 1));
    case Kind::None:
    case Kind::Order:
        break;
    }
    return {};
}

bool HelperNodes::handsOn(const Graph& graph, NodeId helper, NodeId node) const
{
    return std::ranges::any_of(handedOn(graph, helper),
        [node](const GraphInput& input) { return !input.otherGraph && input.from == node; });
}

std::vector<GraphInput> HelperNodes::sourcesOf(const Graph& graph, const GraphInput& input) const
{
    if (!input.from.isValid() || input.otherGraph || !holds(input.from))
        return {input};
    std::vector<GraphInput> sources;
    std::vector<NodeId> helpers {input.from};
    for (std::size_t i = 0; i < std::min(helpers.size(), kMostHelpers); ++i) {
        for (const GraphInput& given : handedOn(graph, helpers[i])) {
            const bool isHelper = given.from.isValid() && !given.otherGraph && holds(given.from);
            if (!isHelper)
                sources.push_back(given);
            else if (std::ranges::find(helpers, given.from) == helpers.end())
                helpers.push_back(given.from);
        }
    }
    return sources;
}

std::vector<NodeId> HelperNodes::readersBehind(const Graph& graph, NodeId node, NodeId reader) const
{
    if (!holds(reader))
        return {reader};
    std::vector<NodeId> readers, helpers;
    if (handsOn(graph, reader, node))
        helpers.push_back(reader);
    for (std::size_t i = 0; i < std::min(helpers.size(), kMostHelpers); ++i) {
        for (const NodeId next : graph.consumers(helpers[i])) {
            if (!holds(next))
                readers.push_back(next);
            else if (handsOn(graph, next, helpers[i]) && std::ranges::find(helpers, next) == helpers.end())
                helpers.push_back(next);
        }
    }
    return readers;
}

} // namespace dumpscope::core
