// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore_ir_parser.h"

#include "base/text.h"
#include "base/text_scan.h"
#include "readers/line_walk.h"
#include "readers/mindspore_ir_line.h"
#include "readers/mindspore_source_line.h"
#include "readers/mindspore_type_text.h"
#include "readers/mindspore_type_writer.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// A graph takes more memory than its shortest text; front-end files of real nets have some thousand.
constexpr std::size_t kMaxGraphs = 100'000;
constexpr std::size_t kMaxProblems = 100;
/// A value with line breaks inside is not looked for further than this.
constexpr std::size_t kMaxValueBytes = std::size_t {1} << 20U;
constexpr int kMaxTurns = 8;
constexpr std::size_t kMaxAttributes = 4096; ///< of one graph
/// Outputs beyond one per node; `Tensor[Float32]*4096` on every line would take all memory.
constexpr std::size_t kMaxExtraOutputs = 4'000'000;
constexpr std::size_t kBytesPerCheck = std::size_t {1} << 20U;
constexpr std::size_t kBytesPerDrop = std::size_t {64} << 20U;

/// `key : value` or `key: value` with a key of one word.
bool splitAttribute(std::string_view line, std::string_view& key, std::string_view& value)
{
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0)
        return false;
    key = trimmed(line.substr(0, colon));
    value = trimmed(line.substr(colon + 1));
    return !key.empty() && key.find_first_of(" \t(){}") == std::string_view::npos;
}

class IrParser {
public:
    IrParser(const Bytes& bytes, TaskContext& task)
        : m_bytes(bytes)
        , m_text(reinterpret_cast<const char*>(bytes.data()), bytes.size())
        , m_lines(m_text)
        , m_task(task)
    {
    }
    Result<GraphDocument> parse();

private:
    enum class Section { Header, Attributes, JitConfig, Between, SubgraphAttributes, Order, Engine, Body };

    Result<void> survey();
    Result<void> heartbeat();
    bool headerLine(std::string_view line);
    bool betweenLine(std::string_view line);
    bool attributeLine(std::string_view line, std::vector<std::pair<std::string, std::string>>& out,
        std::string_view prefix = {});
    bool beginSubgraph(std::string_view line);
    void addParameter(const IrParameterLine& parameter);
    void endSubgraph();
    bool bodyLine(std::string_view line);
    bool nodeLine(std::string_view line);
    std::size_t behindValue();
    void addNode(const IrNodeLine& node);
    void addOperand(const IrOperand& operand, bool toResults);
    void addCalled(std::string_view graph);
    bool typeLine(std::string_view line);
    bool infoLine(std::string_view line);
    bool remarkLine(std::string_view text);
    void finishNode();
    void unexplained();
    void problem(Severity severity, Code code, std::string message, std::optional<std::uint64_t> row = {});
    void checkCounts();
    void note(std::string_view key, std::string_view value);

    const Bytes& m_bytes;
    std::string_view m_text;
    LineWalk m_lines;
    TaskContext& m_task;
    GraphDocument m_document;
    std::size_t m_checked = 0, m_dropped = 0, m_searched = 0;

    // What the first look at the file found.
    std::unordered_map<std::string_view, std::uint32_t> m_graphOfName;
    std::unordered_map<std::uint64_t, std::uint32_t> m_graphOfParameter;

    Section m_section = Section::Header;
    bool m_oldFrames = false; ///< 1.x: innermost frame first
    std::string_view m_entry;
    std::vector<std::pair<std::string, std::string>> m_headerAttributes, m_attributes;
    std::vector<IrParameterLine> m_headerParameters;
    std::string_view m_parameterTypes; ///< line in front of a graph: `Parameters: 2, (T, T)`
    std::optional<std::uint64_t> m_saidGraphs, m_saidParameters;

    std::optional<GraphBuilder> m_builder;
    std::uint32_t m_graph = 0;                            ///< number of the graph being built
    std::unordered_map<std::uint64_t, NodeId> m_nameless; ///< parameters without a name so far
    MindsporeTypeWriter m_types;

    // The node being read.
    IrNodeLine m_nodeLine;
    bool m_hasNode = false, m_hasReturn = false, m_hasTypes = false;
    std::vector<TypedTensor> m_abstract, m_kernel;
    std::string_view m_outputType;
    SourceRole m_role = SourceRole::Frame;
    std::vector<SourcePlace> m_frames;

    std::uint64_t m_unexplained = 0, m_problems = 0;
    std::size_t m_extraOutputs = 0;
    bool m_saidLimit = false;
};

Result<void> IrParser::heartbeat()
{
    const std::size_t position = m_lines.position();
    if (position - m_checked < kBytesPerCheck)
        return {};
    m_task.progress.advance(position - m_checked);
    m_checked = position;
    if (position - m_dropped >= kBytesPerDrop) {
        m_bytes.dropBehind(m_bytes.span().subspan(m_dropped, position - m_dropped));
        m_dropped = position;
    }
    return m_task.checkStop();
}

/// Finds the names of all graphs and where parameters belong, because both may be used in front of
/// their graph.
Result<void> IrParser::survey()
{
    constexpr std::string_view kMark = "\nsubgraph @";
    std::size_t looked = 0;
    for (auto at = m_text.find(kMark); at != std::string_view::npos; at = m_text.find(kMark, at + 1)) {
        const std::string_view rest = m_text.substr(at + 1);
        IrSubgraphLine header;
        if (parseIrSubgraph(rest.substr(0, rest.find('\n')), header) && m_graphOfName.size() < kMaxGraphs) {
            const auto number = static_cast<std::uint32_t>(m_graphOfName.size());
            if (!m_graphOfName.emplace(header.name, number).second)
                continue;
            for (const auto& [parameter, name] : header.parameters)
                m_graphOfParameter.emplace(parameter, number);
        }
        if (at - looked > kBytesPerCheck) {
            looked = at;
            TRY_VOID(m_task.checkStop());
        }
    }
    return {};
}

Result<GraphDocument> IrParser::parse()
{
    m_document.format = "mindspore-ir";
    TRY_VOID(survey());
    std::string_view line;
    while (m_lines.next(line)) {
        TRY_VOID(heartbeat());
        bool understood = line.empty() || line.starts_with("#------------------------> ");
        if (line.empty() && m_section == Section::Order)
            m_section = Section::Between;
        if (!understood && m_section == Section::Body)
            understood = bodyLine(line);
        else if (!understood)
            understood = m_section < Section::Between ? headerLine(line) : betweenLine(line);
        if (!understood)
            unexplained();
    }
    if (m_builder) {
        problem(Severity::Warning, Code::Truncated, "the file ends inside of a graph", m_lines.number());
        endSubgraph();
    } else if (!m_lines.ended()) {
        problem(Severity::Warning, Code::Truncated, "the last line has no end; the file may be incomplete",
            m_lines.number());
    }
    checkCounts();
    if (m_problems > kMaxProblems)
        m_document.problems.push_back({Severity::Warning, Code::Limit, {},
            std::to_string(m_problems - kMaxProblems) + " more problems"});
    m_document.properties.emplace_back("entry graph", m_entry);
    m_document.properties.emplace_back("lines", std::to_string(m_lines.number()));
    m_document.properties.emplace_back("unexplained_lines", std::to_string(m_unexplained));
    return std::move(m_document);
}

void IrParser::problem(Severity severity, Code code, std::string message, std::optional<std::uint64_t> row)
{
    if (++m_problems <= kMaxProblems)
        m_document.problems.push_back({severity, code, Place {.row = row}, std::move(message)});
}

void IrParser::unexplained()
{
    ++m_unexplained;
    problem(Severity::Warning, Code::BadSyntax, "the line is not understood", m_lines.number());
}

/// What the header says is there, against what was found.
void IrParser::checkCounts()
{
    if (m_document.graphs.empty()) {
        if (m_entry.empty())
            problem(Severity::Error, Code::BadHeader, "no graph begins in this file");
        else
            problem(Severity::Error, Code::Truncated, "the file ends in front of its first graph");
        return;
    }
    if (m_graphOfName.size() >= kMaxGraphs)
        problem(Severity::Warning, Code::Limit,
            "only the first " + std::to_string(kMaxGraphs) + " graphs are read");
    const auto compare
        = [&](const std::optional<std::uint64_t>& said, std::uint64_t found, std::string_view what) {
              if (said && *said != found)
                  problem(Severity::Warning, *said > found ? Code::Truncated : Code::Suspicious,
                      "the header says " + std::to_string(*said) + ' ' + std::string(what) + ", the file has "
                          + std::to_string(found));
          };
    compare(m_saidGraphs, m_document.graphs.size(), "graphs");
    compare(m_saidParameters, m_headerParameters.size(), "parameters");
}

bool IrParser::attributeLine(
    std::string_view line, std::vector<std::pair<std::string, std::string>>& out, std::string_view prefix)
{
    std::string_view key, value;
    if (!splitAttribute(line, key, value))
        return false;
    if (out.size() < kMaxAttributes)
        out.emplace_back(std::string(prefix) + std::string(key), value);
    return true;
}

bool IrParser::headerLine(std::string_view line)
{
    const auto number = [&](std::string_view label, std::optional<std::uint64_t>& out) {
        std::string_view rest = line;
        if (!skip(rest, label))
            return false;
        out = parseUnsigned(trimmed(rest.substr(std::min(rest.find(':'), rest.size() - 1) + 1)));
        return out.has_value();
    };
    if (m_section == Section::JitConfig) {
        if (line != "}")
            return attributeLine(line, m_headerAttributes, "jit_config.");
        m_section = Section::Header;
        return true;
    }
    for (const std::string_view label : {"#IR entry", "# IR entry"}) {
        std::string_view rest = line;
        if (!skip(rest, label))
            continue;
        m_oldFrames = label.front() == '#' && label[1] == 'I';
        const auto at = rest.find('@');
        m_entry = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
        return at != std::string_view::npos;
    }
    if (line == "# Attrs:" || (line.starts_with("#attrs") && line.ends_with(':'))) {
        m_section = Section::Attributes;
        return true;
    }
    if (number("#Total params", m_saidParameters) || number("# Total params", m_saidParameters)) {
        m_section = Section::Header;
        return true;
    }
    if (number("#Total subgraph", m_saidGraphs) || number("# Total subgraphs", m_saidGraphs))
        return true;
    if (line == "# Params:" || line == "Node counting information:")
        return true;
    std::optional<std::uint64_t> ignored;
    if (number("Total number of nodes", ignored) || number("Total number of cnodes", ignored))
        return true;
    if (line == "jit config {") {
        m_section = Section::JitConfig;
        return true;
    }
    IrParameterLine parameter;
    if (line.starts_with("%para")) {
        if (!parseIrParameter(line, parameter))
            return false;
        m_headerParameters.push_back(parameter);
        const auto entry = m_graphOfName.find(m_entry);
        m_graphOfParameter.emplace(parameter.number, entry == m_graphOfName.end() ? 0 : entry->second);
        return true;
    }
    if (betweenLine(line))
        return true;
    return m_section == Section::Attributes && attributeLine(line, m_headerAttributes);
}

/// Lines in front of, between and behind graphs.
bool IrParser::betweenLine(std::string_view line)
{
    if (line == "subgraph attr:") {
        m_attributes.clear();
        m_section = Section::SubgraphAttributes;
        return true;
    }
    if (line.starts_with("subgraph instance: ")) {
        m_section = Section::Between;
        return true;
    }
    if (line.starts_with("subgraph symbol engine:"))
        return true;
    if (line.starts_with("subgraph @"))
        return beginSubgraph(line);
    if (line == "switch_input: 1" || line == "switch_layer_input: 1" || line == "indirect: 1")
        return true;
    if (line == "# Order:" || line == "# order:") {
        m_section = Section::Order;
        return true;
    }
    if (line == "symbol engine details:") {
        m_section = Section::Engine;
        return true;
    }
    if (m_section == Section::Engine)
        return true;
    if (m_section == Section::Order) {
        std::string_view rest = line;
        return skip(rest, "#") && trimmed(rest).find(": @") != std::string_view::npos;
    }
    if (line.starts_with('#')) {
        std::string_view rest = line;
        (void)skip(rest, "# ");
        if (rest.starts_with("Parameters: ")) {
            m_parameterTypes = rest;
            return true;
        }
        if (parseSourceFrame(rest))
            return true;
        if (!rest.starts_with("SideEffect:") && !rest.starts_with('{'))
            return false;
        m_attributes.emplace_back("side effect", rest);
        return true;
    }
    return m_section == Section::SubgraphAttributes && attributeLine(line, m_attributes);
}

bool IrParser::beginSubgraph(std::string_view line)
{
    IrSubgraphLine header;
    if (!parseIrSubgraph(line, header))
        return false;
    m_section = Section::Body;
    const auto known = m_graphOfName.find(header.name);
    m_graph = known == m_graphOfName.end() ? static_cast<std::uint32_t>(kMaxGraphs) : known->second;
    m_builder.emplace();
    m_nameless.clear();
    Graph& graph = m_builder->graph();
    std::string_view name = header.name;
    graph.isEntry = name == m_entry;
    if (name.starts_with("kernel_graph_")) {
        // 1.0 to 1.2 refer to a graph by its name and one more number (mindspore-dump 6.2).
        const auto dot = name.rfind('.');
        if (dot != std::string_view::npos && isDigits(name.substr(dot + 1)))
            name = name.substr(0, dot);
    }
    graph.name = name;
    for (const std::string_view prefix :
        {"kernel_graph_", "kernel_graph", "pynative_kernel_graph_", "pynative_kernel_graph"}) {
        std::string_view rest = name;
        if (!graph.graphId && skip(rest, prefix) && isDigits(rest))
            graph.graphId = parseInt(rest);
    }
    if (!header.parent.empty())
        graph.attributes.emplace_back("parent", header.parent);
    if (graph.isEntry && m_graph == m_document.graphs.size())
        graph.attributes.insert(graph.attributes.end(), m_headerAttributes.begin(), m_headerAttributes.end());
    for (auto& attribute : m_attributes) {
        if (std::ranges::find(graph.attributes, attribute) == graph.attributes.end())
            graph.attributes.push_back(std::move(attribute));
    }
    m_attributes.clear();
    const bool isSecond = m_graph != m_document.graphs.size(); // left out at its end
    if (graph.isEntry && !isSecond) {
        for (const IrParameterLine& parameter : m_headerParameters)
            addParameter(parameter);
    }
    const auto typesStart = std::min(m_parameterTypes.find('('), m_parameterTypes.size());
    IrTypeLine types;
    (void)parseIrTypes(m_parameterTypes.substr(typesStart), types);
    m_parameterTypes = {};
    for (const auto& [number, parameterName] : header.parameters) {
        const auto owner = m_graphOfParameter.find(number);
        if (!graph.isEntry || owner == m_graphOfParameter.end() || owner->second == m_graph) {
            IrParameterLine parameter;
            parameter.number = number;
            parameter.name = parameterName;
            parameter.type = takeIrType(types.inputs);
            addParameter(parameter);
        }
    }
    return true;
}

void IrParser::addParameter(const IrParameterLine& parameter)
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

void IrParser::note(std::string_view key, std::string_view value)
{
    m_builder->addAttribute(key, value, AttributeOrigin::Note);
}

void IrParser::endSubgraph()
{
    finishNode();
    std::vector<Diagnostic> found;
    auto graph = m_builder->finish(found);
    m_builder.reset();
    for (Diagnostic& diagnostic : found)
        problem(diagnostic.severity, diagnostic.code,
            "in graph " + printable(graph->name) + ": " + diagnostic.message);
    m_section = Section::Between;
    if (m_graph == m_document.graphs.size())
        m_document.graphs.push_back(std::move(graph));
    else
        problem(Severity::Warning, Code::Duplicate,
            "a second graph of the name " + printable(graph->name) + " is left out", m_lines.number());
}

bool IrParser::bodyLine(std::string_view line)
{
    if (line == "}") {
        endSubgraph();
        return true;
    }
    if (line.starts_with("      : ")) {
        line.remove_prefix(8);
        return typeLine(line);
    }
    if (line.starts_with("      # "))
        return infoLine(line.substr(8));
    if (line.starts_with("  %") || line.starts_with("  Return(") || line.starts_with("  return("))
        return nodeLine(line);
    // Up to 1.6 the strategy stands in front of the types (mindspore-dump 6.2).
    if (line.starts_with(" {")) {
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
    if (line.starts_with("        ") || line == "      #" || line == "      # ") {
        if (m_hasNode && !trimmed(line).starts_with('#'))
            note("comment", trimmed(line));
        return true;
    }
    // A value that is no operator, e.g. `  [ValueNode]7(U)` (mindspore-dump 6.2).
    return line.starts_with("  ") && line.size() > 2 && line[2] != ' ' && line.ends_with(')');
}

bool IrParser::nodeLine(std::string_view line)
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
        problem(
            Severity::Warning, Code::BadSyntax, "a bracket of the line is never closed", m_lines.number());
        ++m_unexplained;
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
std::size_t IrParser::behindValue()
{
    constexpr std::size_t kNear = 4096;
    const bool patient = m_searched < 4 * m_text.size();
    std::string_view ahead = m_lines.ahead(patient ? kMaxValueBytes : kNear);
    ahead = ahead.substr(0, std::min(ahead.find("\n      : ("), ahead.find("\n}\n")));
    m_searched += ahead.size();
    return behindBracket(ahead, m_nodeLine.open);
}

void IrParser::addNode(const IrNodeLine& node)
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

void IrParser::addCalled(std::string_view graph)
{
    if (const auto number = m_graphOfName.find(graph); number != m_graphOfName.end())
        m_builder->addCalled(number->second);
}

void IrParser::addOperand(const IrOperand& operand, bool toResults)
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
        const auto owner = m_graphOfParameter.find(operand.number);
        if (owner == m_graphOfParameter.end())
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
        if (const auto graph = m_graphOfName.find(operand.graph); graph != m_graphOfName.end())
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
bool IrParser::typeLine(std::string_view line)
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
bool IrParser::infoLine(std::string_view line)
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

bool IrParser::remarkLine(std::string_view text)
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

void IrParser::finishNode()
{
    if (m_hasNode) {
        const std::size_t outputs = std::max(m_abstract.size(), m_kernel.size());
        if (outputs > 1 && (m_extraOutputs += outputs - 1) > kMaxExtraOutputs) {
            if (!m_saidLimit)
                problem(Severity::Warning, Code::Limit, "only the first outputs of further nodes are kept",
                    m_lines.number());
            m_saidLimit = true;
            m_abstract.resize(std::min<std::size_t>(m_abstract.size(), 1));
            m_kernel.resize(std::min<std::size_t>(m_kernel.size(), 1));
        }
        m_types.addOutputs(*m_builder, m_abstract, m_kernel, m_outputType);
        // From 2.0 on the outermost frame comes first (mindspore-dump 6.3).
        if (!m_oldFrames)
            std::ranges::reverse(m_frames);
        for (const SourcePlace& place : m_frames)
            m_builder->addSource(place);
    }
    m_hasNode = m_hasReturn = false;
}

} // namespace

Result<GraphDocument> parseMindsporeIr(const Bytes& bytes, TaskContext& task)
{
    IrParser parser(bytes, task);
    return parser.parse();
}

} // namespace dumpscope::core
