// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_ir_body.h"

#include "base/text.h"
#include "base/text_scan.h"
#include "readers/mindspore/mindspore_source_line.h"

#include <algorithm>
#include <string>

namespace dumpscope::core {

namespace {

/// A value with line breaks inside is not looked for further than this.
constexpr std::size_t kMaxValueBytes = std::size_t {1} << 20U;
constexpr int kMaxTurns = 8;
/// Outputs beyond one per node; `Tensor[Float32]*4096` on every line would take all memory.
constexpr std::size_t kMaxExtraOutputs = 4'000'000;

} // namespace

void IrBody::begin(std::uint32_t graph)
{
    m_graph = graph;
    m_builder.emplace();
    m_nameless.clear();
}

std::shared_ptr<const Graph> IrBody::end(std::vector<Diagnostic>& found)
{
    finishNode();
    auto graph = m_builder->finish(found);
    m_builder.reset();
    return graph;
}

void IrBody::addParameter(const IrParameterLine& parameter)
{
    const std::string id = "%para" + std::to_string(parameter.number);
    const NodeId node = m_builder->addNode(id, parameter.name, {}, NodeKind::Parameter);
    if (parameter.name.empty())
        m_nameless[parameter.number] = node;
    m_builder->lastNode().isWeight = parameter.isWeight.value_or(false);
    if (parameter.type.empty())
        return;
    m_abstract.clear();
    m_kernel.clear();
    appendTypedTensors(parameter.type, m_abstract);
    if (!parameter.kernelType.empty())
        (void)appendKernelTensor(parameter.kernelType, m_kernel);
    m_types.addOutputs(*m_builder, m_abstract, m_kernel, parameter.type);
    if (parameter.hasDefault)
        note("has default", "true");
}

void IrBody::note(std::string_view key, std::string_view value)
{
    m_builder->addAttribute(key, value, AttributeOrigin::Note);
}

bool IrBody::line(std::string_view line)
{
    if (line.starts_with("      : ")) {
        line.remove_prefix(8);
        return typeLine(line);
    }
    if (line.starts_with("      # "))
        return infoLine(line.substr(8));
    if (line.starts_with("  %") || line.starts_with("  Return(") || line.starts_with("  return("))
        return nodeLine(line);
    if (line.starts_with(" {"))
        return strategyLine(line);
    if (line.starts_with("        ") || line == "      #" || line == "      # ") {
        if (m_hasNode && !trimmed(line).starts_with('#'))
            note("comment", trimmed(line));
        return true;
    }
    // A value that is no operator, e.g. `  [ValueNode]7(U)` (docs/formats/mindspore-dump.md 6.2).
    return line.starts_with("  ") && line.size() > 2 && line[2] != ' ' && line.ends_with(')');
}

/// Up to 1.6 the strategy stands in front of the types (docs/formats/mindspore-dump.md 6.2).
bool IrBody::strategyLine(std::string_view line)
{
    const std::size_t end = behindBracket(line, 1);
    if (end == std::string_view::npos)
        return false;
    if (m_hasNode) {
        std::vector<IrAttribute> attributes;
        appendIrAttributes(line.substr(1, end - 1), AttributeOrigin::Note, attributes);
        for (const IrAttribute& attribute : attributes)
            note(attribute.key, attribute.value);
    }
    line.remove_prefix(end);
    line = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    return line.empty() || (skip(line, ": ") && typeLine(line));
}

bool IrBody::nodeLine(std::string_view line)
{
    finishNode();
    IrNodeParse parsed = parseIrNode(line, m_nodeLine);
    // Every turn closes one group; a line has its operands and a handful of attributes.
    for (int turn = 0; parsed == IrNodeParse::Unfinished && turn < kMaxTurns; ++turn) {
        const std::size_t end = behindValue();
        if (end == std::string_view::npos)
            break;
        m_lines.extend(line, end);
        parsed = parseIrNode(line, m_nodeLine);
    }
    if (parsed == IrNodeParse::Unfinished) {
        m_problems.unclosed(m_lines.number());
        if (m_nodeLine.id.empty() && !m_nodeLine.isReturn)
            return true;
    }
    if (parsed == IrNodeParse::NotANode || (m_nodeLine.id.empty() && !m_nodeLine.isReturn))
        return false;
    addNode(m_nodeLine);
    return m_nodeLine.rest.empty();
}

/// Where the open bracket of the node closes in the lines that follow. They end where its types begin;
/// in a file full of open brackets looking far would take forever.
std::size_t IrBody::behindValue()
{
    constexpr std::size_t kNear = 4096;
    const bool patient = m_searched < 4 * m_text.size();
    std::string_view ahead = m_lines.ahead(patient ? kMaxValueBytes : kNear);
    ahead = ahead.substr(0, std::min(ahead.find("\n      : ("), ahead.find("\n}\n")));
    m_searched += ahead.size();
    return behindBracket(ahead, m_nodeLine.open);
}

void IrBody::addNode(const IrNodeLine& node)
{
    m_hasNode = !node.isReturn;
    m_hasReturn = node.isReturn;
    m_hasTypes = false;
    m_abstract.clear();
    m_kernel.clear();
    m_frames.clear();
    m_outputType = {};
    m_role = SourceRole::Frame;
    if (m_hasNode) {
        (void)m_builder->addNode(node.id, {}, node.isCall ? "call" : node.operation, NodeKind::Operator);
        m_builder->lastNode().label = m_builder->intern(node.label);
        if (node.callee)
            addOperand(*node.callee, false);
        for (const std::string_view graph : node.called)
            addCalled(graph);
        for (const IrAttribute& attribute : node.attributes)
            m_builder->addAttribute(attribute.key, plainIrValue(attribute.value), attribute.origin);
    }
    for (const IrOperand& operand : node.operands)
        addOperand(operand, node.isReturn);
}

void IrBody::addCalled(std::string_view graph)
{
    if (const auto number = m_names.graphs.find(graph); number != m_names.graphs.end())
        m_builder->addCalled(number->second);
}

void IrBody::addOperand(const IrOperand& operand, bool toResults)
{
    using Kind = IrOperand::Kind;
    const auto here
        = [&](std::string_view id) { toResults ? m_builder->addResult(id) : m_builder->addInput(id); };
    const auto elsewhere = [&](std::uint32_t graph, std::string_view id) {
        toResults ? m_builder->addResultOfGraph(graph, id, 0) : m_builder->addInputOfGraph(graph, id, 0);
    };
    const auto asText = [&](std::string_view text) {
        toResults ? m_builder->addResultText(text) : m_builder->addInputText(text);
    };
    switch (operand.kind) {
    case Kind::Node:
        return here(operand.text);
    case Kind::Parameter:
    case Kind::OtherParameter: {
        const auto owner = m_names.parameters.find(operand.number);
        if (owner == m_names.parameters.end())
            return asText(operand.text);
        const std::string id = "%para" + std::to_string(operand.number);
        if (owner->second != m_graph)
            return elsewhere(owner->second, id);
        if (const auto nameless = m_nameless.find(operand.number);
            nameless != m_nameless.end() && !operand.name.empty()) {
            m_builder->node(nameless->second).name = m_builder->intern(operand.name);
            m_nameless.erase(nameless);
        }
        return here(id);
    }
    case Kind::OtherNode:
        if (const auto graph = m_names.graphs.find(operand.graph); graph != m_names.graphs.end())
            return elsewhere(graph->second, operand.name);
        return asText(operand.text);
    case Kind::Graph:
        if (!toResults)
            addCalled(operand.graph);
        return asText(operand.text);
    case Kind::Value:
        return asText(operand.text);
    }
}

/// A line behind `: `: types, device types, kinds of objects, symbols, or the full name of old releases.
bool IrBody::typeLine(std::string_view line)
{
    if (!m_hasNode && !m_hasReturn)
        return false;
    const bool hasTypes = line.find('<') != std::string_view::npos;
    IrTypeLine types;
    if (!parseIrTypes(line, types))
        return false;
    if (!hasTypes && !types.hasOutputs && m_hasTypes) {
        if (m_hasNode)
            m_builder->lastNode().name = m_builder->intern(types.inputs);
        return true;
    }
    if (!hasTypes && m_hasTypes)
        return true; // kinds of objects, or symbols: nothing that the types do not say
    std::string_view outputs = types.outputs;
    if (!m_hasTypes) {
        m_hasTypes = true;
        m_outputType = outputs;
        while (!outputs.empty())
            appendTypedTensors(takeIrType(outputs), m_abstract);
        return true;
    }
    while (!outputs.empty()) {
        if (!appendKernelTensor(takeIrType(outputs), m_kernel))
            break;
    }
    return true;
}

/// A line behind `# `.
bool IrBody::infoLine(std::string_view line)
{
    if (!m_hasNode && !m_hasReturn)
        return false;
    if (const auto frame = parseSourceFrame(line)) {
        if (m_hasNode) {
            SourcePlace place;
            place.file = m_builder->intern(frame->file);
            place.code = m_builder->intern(frame->code);
            place.line = frame->line;
            place.endLine = frame->endLine;
            place.column = frame->column;
            place.endColumn = frame->endColumn;
            place.role = m_role == SourceRole::Frame && frame->inlined ? SourceRole::Inlined : m_role;
            if (frame->candidate && m_role == SourceRole::Frame)
                place.role = SourceRole::Candidate;
            m_frames.push_back(place);
        }
        return true;
    }
    return remarkLine(trimmed(line));
}

bool IrBody::remarkLine(std::string_view text)
{
    if (text.empty())
        return true;
    const std::string lower = asciiLower(text.substr(0, text.find(':')));
    const auto open = text.find('(');
    const bool grouped = open != std::string_view::npos && text.ends_with(')');
    if ((lower == "fullname with scope" || lower == "fullname_with_scope" || lower == "full_name_with_scope")
        && grouped) {
        if (m_hasNode)
            m_builder->lastNode().name = m_builder->intern(text.substr(open + 1, text.size() - open - 2));
        return true;
    }
    if (lower == "scope" && grouped) {
        if (m_hasNode)
            m_builder->lastNode().scope = m_builder->intern(text.substr(open + 1, text.size() - open - 2));
        return true;
    }
    if (lower == "corresponding code candidate" || lower == "corresponding forward node candidate") {
        m_role = lower.find("forward") == std::string::npos ? SourceRole::Candidate : SourceRole::Forward;
        return true;
    }
    if (lower == "comment")
        return true;
    if (lower == "sideeffect" || text.front() == '{') {
        if (m_hasNode)
            note("side effect", text.front() == '{' ? text : trimmed(text.substr(text.find(':') + 1)));
        return true;
    }
    return false;
}

void IrBody::finishNode()
{
    if (m_hasNode) {
        const std::size_t outputs = std::max(m_abstract.size(), m_kernel.size());
        if (outputs > 1 && (m_extraOutputs += outputs - 1) > kMaxExtraOutputs) {
            if (!m_saidLimit)
                m_problems.add(Severity::Warning, Code::Limit,
                    phrase("only the first outputs of further nodes are kept"), m_lines.number());
            m_saidLimit = true;
            m_abstract.resize(std::min<std::size_t>(m_abstract.size(), 1));
            m_kernel.resize(std::min<std::size_t>(m_kernel.size(), 1));
        }
        m_types.addOutputs(*m_builder, m_abstract, m_kernel, m_outputType);
        // From 2.0 on the outermost frame comes first (docs/formats/mindspore-dump.md 6.3).
        if (!m_oldFrames)
            std::ranges::reverse(m_frames);
        for (const SourcePlace& place : m_frames)
            m_builder->addSource(place);
    }
    m_hasNode = m_hasReturn = false;
}

} // namespace dumpscope::core
