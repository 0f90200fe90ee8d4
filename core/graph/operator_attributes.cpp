// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/operator_attributes.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

std::vector<double> OperatorAttribute::numbers() const
{
    std::string_view rest = value;
    if (rest.size() >= 2
        && ((rest.front() == '[' && rest.back() == ']') || (rest.front() == '(' && rest.back() == ')')))
        rest = rest.substr(1, rest.size() - 2);
    std::vector<double> numbers;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        std::string_view part = rest.substr(0, comma);
        while (part.starts_with(' '))
            part.remove_prefix(1);
        rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
        if (part.empty() && rest.empty())
            break; // "(1,)"
        if (equalsIgnoreCase(part, "true") || equalsIgnoreCase(part, "false"))
            numbers.push_back(equalsIgnoreCase(part, "true") ? 1 : 0);
        else if (const auto number = parseDouble(part))
            numbers.push_back(*number);
        else
            return {};
    }
    return numbers;
}

Result<const OperatorAttributes::Read*> OperatorAttributes::readGraph(
    const std::shared_ptr<const DumpIndex>& index, std::optional<std::int64_t> rank, TaskContext& task)
{
    const std::pair key(index.get(), rank);
    if (const auto known = m_read.find(key); known != m_read.end())
        return &known->second;
    Read read {index, {}, {}};
    TRY_ASSIGN(read.graphs, readLikeliestGraph(*index, index.get(), rank, task));
    if (read.graphs.likeliest) {
        const std::size_t nodes = entryGraph(read.graphs.document).nodes().size();
        for (std::size_t i = 0; i < nodes; ++i) {
            const NodeId node(static_cast<std::uint32_t>(i));
            for (const TensorId tensor : read.graphs.match.tensorsOf(node))
                read.nodes.emplace(tensor.value(), node);
        }
    }
    return &m_read.emplace(key, std::move(read)).first->second;
}

Result<std::vector<OperatorAttribute>> OperatorAttributes::of(
    const std::shared_ptr<const DumpIndex>& index, TensorId tensor, TaskContext& task)
{
    TRY_ASSIGN(const Read* const read, readGraph(index, index->factsOf(tensor).rank, task));
    std::vector<OperatorAttribute> attributes;
    const auto node = read->nodes.find(static_cast<std::uint32_t>(tensor.value()));
    if (node == read->nodes.end())
        return attributes;
    const Graph& graph = entryGraph(read->graphs.document);
    for (const GraphAttribute& attribute : graph.attributesOf(graph.node(node->second))) {
        if (attribute.origin == AttributeOrigin::Operator)
            attributes.push_back({std::string(graph.text(attribute.key)),
                std::string(graph.text(attribute.value)), attribute.type});
    }
    return attributes;
}

} // namespace dumpscope::core
