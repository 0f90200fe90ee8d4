// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dumpscope::core {

std::span<const NodeId> Graph::consumers(NodeId id) const
{
    const std::uint32_t begin = m_consumerStart[id.value()];
    return std::span(m_consumers).subspan(begin, m_consumerStart[id.value() + 1] - begin);
}

std::optional<std::string_view> Graph::attribute(const GraphNode& n, std::string_view key) const
{
    for (const GraphAttribute& attribute : attributesOf(n)) {
        if (text(attribute.key) == key)
            return text(attribute.value);
    }
    return std::nullopt;
}

std::string_view Graph::scope(const GraphNode& n) const
{
    if (n.scope.isValid() && n.scope.value() != 0)
        return text(n.scope);
    const std::string_view full = text(n.name);
    const auto slash = full.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : full.substr(0, slash);
}

NodeId Graph::find(std::string_view wanted) const
{
    const auto search = [&](const std::vector<NodeId>& sorted, StringId GraphNode::*member) {
        const auto textOf = [&](NodeId id) { return text(node(id).*member); };
        const auto hit = std::ranges::lower_bound(sorted, wanted, {}, textOf);
        return hit != sorted.end() && textOf(*hit) == wanted ? *hit : NodeId();
    };
    if (const NodeId byName = search(m_byName, &GraphNode::name); byName.isValid())
        return byName;
    if (const NodeId byId = search(m_byId, &GraphNode::id); byId.isValid())
        return byId;
    return search(m_byLabel, &GraphNode::label);
}

std::shared_ptr<const Graph> Graph::withExecutionOrder(std::span<const std::uint32_t> execIndexOfNode) const
{
    auto copy = std::make_shared<Graph>(*this);
    for (std::size_t i = 0; i < copy->m_nodes.size() && i < execIndexOfNode.size(); ++i)
        copy->m_nodes[i].execIndex = execIndexOfNode[i];
    return copy;
}

void Graph::fillLookups()
{
    // Consumers: count, sum up, fill; a node that reads twice is listed once.
    std::vector<std::pair<NodeId, NodeId>> edges;
    for (std::size_t n = 0; n < m_nodes.size(); ++n) {
        for (const GraphInput& input : inputs(m_nodes[n])) {
            if (input.from.isValid() && !input.otherGraph)
                edges.emplace_back(input.from, NodeId(n));
        }
    }
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    m_consumerStart.assign(m_nodes.size() + 1, 0);
    m_consumers.clear();
    m_consumers.reserve(edges.size());
    for (const auto& [from, to] : edges) {
        ++m_consumerStart[from.value() + 1];
        m_consumers.push_back(to);
    }
    std::partial_sum(m_consumerStart.begin(), m_consumerStart.end(), m_consumerStart.begin());

    const auto sortedBy = [this](StringId GraphNode::*member) {
        std::vector<NodeId> order;
        order.reserve(m_nodes.size());
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            const StringId text = m_nodes[i].*member;
            if (text.isValid() && text.value() != 0)
                order.emplace_back(i);
        }
        std::ranges::stable_sort(order, {}, [this, member](NodeId id) { return text(node(id).*member); });
        return order;
    };
    m_byName = sortedBy(&GraphNode::name);
    m_byId = sortedBy(&GraphNode::id);
    m_byLabel = sortedBy(&GraphNode::label);
}

std::shared_ptr<const Graph> Graph::withResultNodes() const
{
    const auto endsThere = [this](NodeId id) {
        const std::string_view type = text(node(id).opType);
        return type == "NetOutput" || type == "_Retval" || type == "Return";
    };
    auto copy = std::make_shared<Graph>(*this);
    for (std::size_t i = 0; i < m_results.size(); ++i) {
        const GraphInput& result = m_results[i];
        if (!result.from.isValid() || result.otherGraph || endsThere(result.from)
            || std::ranges::any_of(consumers(result.from), endsThere))
            continue;
        const std::string number = std::to_string(i);
        const auto recorded = attribute(node(result.from), "output_name:" + std::to_string(result.slot));
        GraphNode made;
        made.opType = made.label = made.scope = copy->m_strings.intern("");
        made.name = copy->m_strings.intern(
            recorded && !recorded->empty() ? std::string(*recorded) : "output " + number);
        made.id = copy->m_strings.intern("result:" + number);
        made.kind = NodeKind::Result;
        made.firstInput = static_cast<std::uint32_t>(copy->m_inputs.size());
        made.inputCount = 1;
        copy->m_inputs.push_back(result);
        copy->m_nodes.push_back(made);
    }
    copy->fillLookups();
    return copy;
}

std::pair<std::size_t, NodeId> GraphDocument::producer(std::size_t graph, const GraphInput& input) const
{
    if (!input.otherGraph)
        return {graph, input.from};
    if (input.graph >= graphs.size())
        return {graph, NodeId()};
    return {input.graph, graphs[input.graph]->find(graphs[graph]->text(input.text))};
}

std::size_t Graph::edgeCount() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_inputs,
        [](const GraphInput& input) { return input.from.isValid() && !input.otherGraph && !input.control; }));
}

std::uint64_t Graph::memoryBytes() const
{
    return m_strings.memoryBytes() + m_shapes.memoryBytes() + m_nodes.capacity() * sizeof(GraphNode)
        + (m_inputs.capacity() + m_results.capacity()) * sizeof(GraphInput)
        + m_outputs.capacity() * sizeof(GraphOutput) + m_attributes.capacity() * sizeof(GraphAttribute)
        + m_sources.capacity() * sizeof(SourcePlace) + m_consumers.capacity() * sizeof(NodeId)
        + m_consumerStart.capacity() * sizeof(std::uint32_t) + m_called.capacity() * sizeof(std::uint32_t)
        + (m_byName.capacity() + m_byId.capacity() + m_byLabel.capacity()) * sizeof(NodeId);
}

} // namespace dumpscope::core
