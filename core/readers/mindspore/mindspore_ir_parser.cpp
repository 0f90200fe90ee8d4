// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_ir_parser.h"

#include "base/text.h"
#include "base/text_scan.h"
#include "readers/mindspore/mindspore_ir_body.h"
#include "readers/mindspore/mindspore_source_line.h"

#include <algorithm>
#include <optional>
#include <string>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxAttributes = 4096; ///< of one graph
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
        , m_body(m_lines, m_text, m_names, m_problems)
    {
    }
    Result<GraphDocument> parse();

private:
    enum class Section { Header, Attributes, JitConfig, Between, SubgraphAttributes, Order, Engine, Body };

    Result<void> heartbeat();
    bool headerLine(std::string_view line);
    bool betweenLine(std::string_view line);
    bool attributeLine(std::string_view line, std::vector<std::pair<std::string, std::string>>& out,
        std::string_view prefix = {});
    bool beginSubgraph(std::string_view line);
    bool bodyLine(std::string_view line);
    void describe(const IrSubgraphLine& header);
    void addParameters(const IrSubgraphLine& header);
    void endSubgraph();
    void checkCounts();
    [[nodiscard]] bool isSecond() const
    {
        return m_graph != m_document.graphs.size();
    } ///< left out at its end

    const Bytes& m_bytes;
    std::string_view m_text;
    LineWalk m_lines;
    TaskContext& m_task;
    GraphDocument m_document;
    std::size_t m_checked = 0, m_dropped = 0;
    IrNames m_names;
    IrProblems m_problems;
    IrBody m_body;

    Section m_section = Section::Header;
    std::string_view m_entry;
    std::vector<std::pair<std::string, std::string>> m_headerAttributes, m_attributes;
    std::vector<IrParameterLine> m_headerParameters;
    std::string_view m_parameterTypes; ///< line in front of a graph: `Parameters: 2, (T, T)`
    std::optional<std::uint64_t> m_saidGraphs, m_saidParameters;

    std::uint32_t m_graph = 0; ///< number of the graph being read
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

Result<GraphDocument> IrParser::parse()
{
    m_document.format = "mindspore-ir";
    TRY_ASSIGN(m_names, surveyIrNames(m_text, m_task));
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
            m_problems.unexplained(m_lines.number());
    }
    if (m_body.isOpen()) {
        m_problems.add(
            Severity::Warning, Code::Truncated, phrase("the file ends inside of a graph"), m_lines.number());
        endSubgraph();
    } else if (!m_lines.ended()) {
        m_problems.add(Severity::Warning, Code::Truncated,
            phrase("the last line has no end; the file may be incomplete"), m_lines.number());
    }
    checkCounts();
    m_document.problems = m_problems.take();
    m_document.properties.emplace_back("entry graph", m_entry);
    m_document.properties.emplace_back("lines", std::to_string(m_lines.number()));
    m_document.properties.emplace_back("unexplained_lines", std::to_string(m_problems.unexplainedLines()));
    return std::move(m_document);
}

/// What the header says is there, against what was found.
void IrParser::checkCounts()
{
    if (m_document.graphs.empty()) {
        if (m_entry.empty())
            m_problems.add(Severity::Error, Code::BadHeader, phrase("no graph begins in this file"));
        else
            m_problems.add(
                Severity::Error, Code::Truncated, phrase("the file ends in front of its first graph"));
        return;
    }
    if (m_names.graphs.size() >= kMaxIrGraphs)
        m_problems.add(
            Severity::Warning, Code::Limit, phrase("only the first %1 graphs are read", kMaxIrGraphs));
    const auto compare
        = [&](const std::optional<std::uint64_t>& said, std::uint64_t found, const Message& what) {
              if (said && *said != found)
                  m_problems.add(Severity::Warning, *said > found ? Code::Truncated : Code::Suspicious,
                      phrase("the header says %1 %2, the file has %3", *said, what, found));
          };
    compare(m_saidGraphs, m_document.graphs.size(), phrase("graphs"));
    compare(m_saidParameters, m_headerParameters.size(), phrase("parameters"));
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
        m_body.setOldFrames(label.front() == '#' && label[1] == 'I');
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
        const auto entry = m_names.graphs.find(m_entry);
        m_names.parameters.emplace(parameter.number, entry == m_names.graphs.end() ? 0 : entry->second);
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
    const auto known = m_names.graphs.find(header.name);
    m_graph = known == m_names.graphs.end() ? static_cast<std::uint32_t>(kMaxIrGraphs) : known->second;
    m_body.begin(m_graph);
    describe(header);
    addParameters(header);
    return true;
}

/// Name, number and attributes of the graph that begins.
void IrParser::describe(const IrSubgraphLine& header)
{
    Graph& graph = m_body.graph();
    std::string_view name = header.name;
    graph.isEntry = name == m_entry;
    if (name.starts_with("kernel_graph_")) {
        // 1.0 to 1.2 refer to a graph by its name and one more number (docs/formats/mindspore-dump.md 6.2).
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
    if (graph.isEntry && !isSecond())
        graph.attributes.insert(graph.attributes.end(), m_headerAttributes.begin(), m_headerAttributes.end());
    for (auto& attribute : m_attributes) {
        if (std::ranges::find(graph.attributes, attribute) == graph.attributes.end())
            graph.attributes.push_back(std::move(attribute));
    }
    m_attributes.clear();
}

/// The entry graph has those of the file's header first.
void IrParser::addParameters(const IrSubgraphLine& header)
{
    const bool isEntry = m_body.graph().isEntry;
    if (isEntry && !isSecond()) {
        for (const IrParameterLine& parameter : m_headerParameters)
            m_body.addParameter(parameter);
    }
    const auto typesStart = std::min(m_parameterTypes.find('('), m_parameterTypes.size());
    IrTypeLine types;
    (void)parseIrTypes(m_parameterTypes.substr(typesStart), types);
    m_parameterTypes = {};
    for (const auto& [number, parameterName] : header.parameters) {
        const auto owner = m_names.parameters.find(number);
        if (isEntry && owner != m_names.parameters.end() && owner->second != m_graph)
            continue;
        IrParameterLine parameter;
        parameter.number = number;
        parameter.name = parameterName;
        parameter.type = takeIrType(types.inputs);
        m_body.addParameter(parameter);
    }
}

bool IrParser::bodyLine(std::string_view line)
{
    if (line != "}")
        return m_body.line(line);
    endSubgraph();
    return true;
}

void IrParser::endSubgraph()
{
    std::vector<Diagnostic> found;
    auto graph = m_body.end(found);
    for (Diagnostic& diagnostic : found)
        m_problems.add(diagnostic.severity, diagnostic.code,
            phrase("in graph %1: %2", printable(graph->name), diagnostic.message));
    m_section = Section::Between;
    if (!isSecond())
        m_document.graphs.push_back(std::move(graph));
    else
        m_problems.add(Severity::Warning, Code::Duplicate,
            phrase("a second graph of the name %1 is left out", printable(graph->name)), m_lines.number());
}

} // namespace

Result<GraphDocument> parseMindsporeIr(const Bytes& bytes, TaskContext& task)
{
    IrParser parser(bytes, task);
    return parser.parse();
}

} // namespace dumpscope::core
