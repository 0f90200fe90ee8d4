// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/graph.h"

#include "base/text.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxProblems = 100; ///< of each graph; the rest is counted

} // namespace

struct GraphBuilder::State {
    std::shared_ptr<Graph> graph = std::make_shared<Graph>();
    std::unordered_map<StringId, NodeId> byId;
    std::unordered_map<StringId, std::uint32_t> repeats;
    std::vector<Diagnostic> problems;
    std::size_t moreProblems = 0;

    void problem(Code code, Message message)
    {
        if (problems.size() < kMaxProblems)
            problems.push_back({Severity::Warning, code, {}, std::move(message)});
        else
            ++moreProblems;
    }
};

GraphBuilder::GraphBuilder()
    : m_state(std::make_unique<State>())
{
}

GraphBuilder::~GraphBuilder() = default;

Graph& GraphBuilder::graph()
{
    return *m_state->graph;
}

StringId GraphBuilder::intern(std::string_view text)
{
    return graph().m_strings.intern(text);
}

ShapeId GraphBuilder::intern(std::span<const std::int64_t> shape)
{
    return graph().m_shapes.intern(shape);
}

NodeId GraphBuilder::addNode(
    std::string_view id, std::string_view name, std::string_view opType, NodeKind kind)
{
    Graph& g = graph();
    GraphNode node;
    node.id = intern(id.empty() ? name : id);
    if (m_state->byId.contains(node.id)) {
        const StringId first = node.id;
        std::uint32_t& repeat = m_state->repeats.try_emplace(first, 1).first->second;
        do {
            node.id = intern(std::string(id.empty() ? name : id) + '#' + std::to_string(++repeat));
        } while (m_state->byId.contains(node.id));
        m_state->problem(
            Code::Duplicate, phrase("two nodes are called \"%1\"", printable(id.empty() ? name : id)));
    }
    node.name = name.empty() ? node.id : intern(name);
    node.opType = intern(opType);
    node.kind = kind;
    const auto place = [](const auto& vector) { return static_cast<std::uint32_t>(vector.size()); };
    node.firstInput = place(g.m_inputs);
    node.firstOutput = place(g.m_outputs);
    node.firstAttribute = place(g.m_attributes);
    node.firstSource = place(g.m_sources);
    node.firstCalled = place(g.m_called);
    const NodeId nodeId(g.m_nodes.size());
    m_state->byId.emplace(node.id, nodeId);
    g.m_nodes.push_back(node);
    return nodeId;
}

GraphNode& GraphBuilder::lastNode()
{
    return graph().m_nodes.back();
}

GraphNode& GraphBuilder::node(NodeId id)
{
    return graph().m_nodes[id.value()];
}

void GraphBuilder::addInput(std::string_view fromId, std::uint32_t slot, bool control)
{
    GraphInput input;
    input.slot = slot;
    input.control = control;
    input.text = intern(fromId); // resolved in finish()
    input.from = NodeId(0U);
    graph().m_inputs.push_back(input);
    ++lastNode().inputCount;
}

void GraphBuilder::addInputText(std::string_view text)
{
    GraphInput input;
    input.text = intern(text);
    graph().m_inputs.push_back(input);
    ++lastNode().inputCount;
}

void GraphBuilder::addInputOfGraph(std::uint32_t graphNumber, std::string_view fromId, std::uint32_t slot)
{
    GraphInput input;
    input.graph = graphNumber;
    input.otherGraph = true;
    input.slot = slot;
    input.text = intern(fromId);
    graph().m_inputs.push_back(input);
    ++lastNode().inputCount;
}

void GraphBuilder::addOutput(const GraphOutput& output)
{
    graph().m_outputs.push_back(output);
    ++lastNode().outputCount;
}

void GraphBuilder::addAttribute(
    std::string_view key, std::string_view value, AttributeOrigin origin, AttributeType type)
{
    graph().m_attributes.push_back({intern(key), intern(value), origin, type});
    ++lastNode().attributeCount;
}

void GraphBuilder::addSource(const SourcePlace& place)
{
    graph().m_sources.push_back(place);
    ++lastNode().sourceCount;
}

void GraphBuilder::addCalled(std::uint32_t graphNumber)
{
    graph().m_called.push_back(graphNumber);
    ++lastNode().calledCount;
}

void GraphBuilder::setCalled(NodeId node, std::span<const std::uint32_t> graphs)
{
    Graph& g = graph();
    GraphNode& caller = g.m_nodes[node.value()];
    caller.firstCalled = static_cast<std::uint32_t>(g.m_called.size());
    caller.calledCount = static_cast<std::uint32_t>(graphs.size());
    g.m_called.insert(g.m_called.end(), graphs.begin(), graphs.end());
}

void GraphBuilder::addResult(std::string_view fromId, std::uint32_t slot)
{
    GraphInput input;
    input.slot = slot;
    input.text = intern(fromId);
    input.from = NodeId(0U);
    graph().m_results.push_back(input);
}

void GraphBuilder::addResultText(std::string_view text)
{
    GraphInput input;
    input.text = intern(text);
    graph().m_results.push_back(input);
}

void GraphBuilder::addResultOfGraph(std::uint32_t graphNumber, std::string_view fromId, std::uint32_t slot)
{
    GraphInput input;
    input.graph = graphNumber;
    input.otherGraph = true;
    input.slot = slot;
    input.text = intern(fromId);
    graph().m_results.push_back(input);
}

std::shared_ptr<const Graph> GraphBuilder::finish(std::vector<Diagnostic>& problems)
{
    Graph& g = graph();
    std::unordered_set<StringId> told;
    const auto resolve = [&](GraphInput& input) {
        if (!input.from.isValid())
            return;
        const auto found = m_state->byId.find(input.text);
        if (found != m_state->byId.end()) {
            input.from = found->second;
            return;
        }
        input.from = NodeId();
        if (told.insert(input.text).second) {
            m_state->problem(
                Code::BadName, phrase("no node is called \"%1\"", printable(g.text(input.text))));
        }
    };
    std::ranges::for_each(g.m_inputs, resolve);
    std::ranges::for_each(g.m_results, resolve);

    g.fillLookups();
    g.m_strings.shrink();
    if (m_state->moreProblems > 0)
        m_state->problems.push_back(
            {Severity::Warning, Code::Limit, {}, phrase("%1 more problems", m_state->moreProblems)});
    problems.insert(problems.end(), m_state->problems.begin(), m_state->problems.end());

    std::shared_ptr<const Graph> result = std::move(m_state->graph);
    m_state = std::make_unique<State>();
    return result;
}

} // namespace dumpscope::core
