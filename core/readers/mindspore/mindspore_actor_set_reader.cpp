// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "base/text_scan.h"
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/line_walk.h"
#include "readers/mindspore/mindspore_scope.h"
#include "readers/mindspore/mindspore_type_text.h"
#include "readers/mindspore/mindspore_type_writer.h"

#include <algorithm>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxGraphs = 100'000;
constexpr std::uint64_t kActorLinesPerCheck = 8192;

/// Text behind the arrow of `<A> <B> -> <C>`.
std::string_view behindArrow(std::string_view text)
{
    const auto arrow = text.rfind("-> ");
    return arrow == std::string_view::npos ? std::string_view() : text.substr(arrow + 3);
}

std::string_view takeAngle(std::string_view& list)
{
    const auto start = list.find('<');
    if (start == std::string_view::npos) {
        list = {};
        return {};
    }
    const std::size_t end = std::min(behindAngle(list, start), list.size());
    const std::string_view item = list.substr(start + 1, end - start - (end > start + 1 ? 2 : 1));
    list.remove_prefix(end);
    return item;
}

/// What the runtime made of the kernel graphs: actors that send each other data and control. Two
/// languages with the extension of the IR: lists of actors with their arrows (1.8 to 2.2), and blocks of
/// `%1 = Actor(%0[0])` (2.3 and later).
class ActorSetParser {
public:
    ActorSetParser(std::string_view text, TaskContext& task)
        : m_text(text)
        , m_lines(text)
        , m_task(task)
    {
    }
    Result<GraphDocument> parse();

private:
    void survey();
    bool line(std::string_view text);
    bool sectionLine(std::string_view text);
    bool listLine(std::string_view text);
    void beginGraph(std::string_view name, bool entry);
    void endGraph();
    bool blockNode(std::string_view text);
    bool blockRemark(std::string_view text);
    void addArgument(std::string_view argument);
    void finishNode();
    void problem(Severity severity, Code code, Message message);

    std::string_view m_text;
    LineWalk m_lines;
    TaskContext& m_task;
    GraphDocument m_document;
    std::unordered_map<std::string_view, std::uint32_t> m_graphOfName;
    std::optional<GraphBuilder> m_builder;
    MindsporeTypeWriter m_types;
    std::string_view m_section, m_group; ///< of the lists
    bool m_hasNode = false;
    std::string_view m_shapes, m_typeText;
    std::uint64_t m_unexplained = 0, m_problems = 0;
};

void ActorSetParser::problem(Severity severity, Code code, Message message)
{
    if (++m_problems <= kMaxProblems)
        m_document.problems.push_back({severity, code, Place {.row = m_lines.number()}, std::move(message)});
}

/// Names of the blocks, which run each other in any order.
void ActorSetParser::survey()
{
    LineWalk lines(m_text);
    std::string_view text;
    while (lines.next(text) && m_graphOfName.size() < kMaxGraphs) {
        if (skip(text, "Base Block : ") || skip(text, "Actor for func graph:"))
            m_graphOfName.emplace(text, static_cast<std::uint32_t>(m_graphOfName.size()));
    }
}

Result<GraphDocument> ActorSetParser::parse()
{
    m_document.format = "mindspore-actor-set";
    survey();
    std::string_view text;
    while (m_lines.next(text)) {
        if (m_lines.number() % kActorLinesPerCheck == 0)
            TRY_VOID(m_task.checkStop());
        if (trimmed(text).empty() || line(text))
            continue;
        ++m_unexplained;
        problem(Severity::Warning, Code::BadSyntax, phrase("the line is not understood"));
    }
    if (!m_lines.ended())
        problem(Severity::Warning, Code::Truncated,
            phrase("the last line has no end; the file may be incomplete"));
    endGraph();
    if (m_document.graphs.empty())
        problem(Severity::Error, Code::BadHeader, phrase("no actors in this file"));
    m_document.properties.emplace_back("lines", std::to_string(m_lines.number()));
    m_document.properties.emplace_back("unexplained_lines", std::to_string(m_unexplained));
    return std::move(m_document);
}

bool ActorSetParser::line(std::string_view text)
{
    if (text.starts_with('['))
        return sectionLine(text);
    std::string_view rest = text;
    if (skip(rest, "Base Block : ") || skip(rest, "Actor for func graph:")) {
        endGraph();
        beginGraph(rest, m_document.graphs.empty());
        return true;
    }
    if (text.starts_with('%'))
        return blockNode(text);
    if (skip(rest, "\t# "))
        return blockRemark(rest);
    return !m_section.empty() && listLine(text);
}

/// `[Kernel actors:8]`
bool ActorSetParser::sectionLine(std::string_view text)
{
    if (!text.ends_with(']'))
        return false;
    text = text.substr(1, text.size() - 2);
    m_section = text.substr(0, text.find(':'));
    if (m_section.ends_with('s'))
        m_section.remove_suffix(1);
    if (!m_builder)
        beginGraph("actor set", true);
    return true;
}

/// `\tactor_name:X`, `\t\tgroup:N`, and items of a group.
bool ActorSetParser::listLine(std::string_view text)
{
    const std::string_view content = trimmed(text);
    const auto colon = content.find(':');
    if (colon == std::string_view::npos || !m_builder)
        return false;
    const std::string_view key = content.substr(0, colon);
    const std::string_view value = content.substr(colon + 1, content.find("\t", colon) - colon - 1);
    if (key == "actor_name") {
        (void)m_builder->addNode(value, value, m_section, NodeKind::Operator);
        m_hasNode = true;
        m_group = {};
        return true;
    }
    if (!m_hasNode)
        return false;
    const auto tabs = std::ranges::count(text.substr(0, text.find_first_not_of(" \t")), '\t');
    if (tabs <= 2)
        m_group = key;
    if (key == "from_actor_name") {
        const bool data = m_group.starts_with("input_data") || m_group.starts_with("input_partial");
        m_builder->addInput(value, 0, !data);
    } else if (key == "kernel_name" || key == "parent_fusion_actor" || key == "sub_actor_name"
        || key == "device_context") {
        m_builder->addAttribute(key, value, AttributeOrigin::Note);
    }
    return true;
}

void ActorSetParser::beginGraph(std::string_view name, bool entry)
{
    m_builder.emplace();
    m_builder->graph().name = name;
    m_builder->graph().isEntry = entry;
}

void ActorSetParser::endGraph()
{
    if (!m_builder)
        return;
    finishNode();
    std::vector<Diagnostic> found;
    m_document.graphs.push_back(m_builder->finish(found));
    m_builder.reset();
    for (Diagnostic& diagnostic : found)
        problem(diagnostic.severity, diagnostic.code, std::move(diagnostic.message));
}

/// `%2 = kernel_graph2:ReduceSum-op0(%1[0], ())`
bool ActorSetParser::blockNode(std::string_view text)
{
    const auto equals = text.find(" = ");
    if (!m_builder || equals == std::string_view::npos)
        return false;
    finishNode();
    const std::string_view id = text.substr(0, equals);
    const std::string_view body = text.substr(equals + 3);
    const auto open = body.find('(');
    if (open == std::string_view::npos || !body.ends_with(')'))
        return false;
    const std::string_view actor = body.substr(0, open);
    std::string_view type = actor;
    if (const auto colon = actor.rfind(':'); colon != std::string_view::npos)
        type = actor.substr(colon + 1);
    const std::string_view label = type;
    if (const std::string_view primitive = primitiveOf(type); !primitive.empty())
        type = primitive;
    else if (type.ends_with("_ExitActor"))
        type = "ExitActor";
    else if (const auto bracket = type.find('['); bracket != std::string_view::npos)
        type = type.substr(0, bracket);
    (void)m_builder->addNode(id, {}, type, NodeKind::Operator);
    m_builder->lastNode().label = m_builder->intern(label);
    m_hasNode = true;
    if (const auto bracket = actor.find('['); bracket != std::string_view::npos && actor.ends_with(']')) {
        std::string_view list = actor.substr(bracket + 1, actor.size() - bracket - 2);
        while (!list.empty()) {
            const std::string_view name = list.substr(0, list.find(", "));
            list.remove_prefix(std::min(name.size() + 2, list.size()));
            if (const auto graph = m_graphOfName.find(name); graph != m_graphOfName.end())
                m_builder->addCalled(graph->second);
        }
    }
    std::string_view list = body.substr(open + 1, body.size() - open - 2);
    while (!list.empty()) {
        std::size_t i = 0;
        while (i < list.size() && list[i] != ',') {
            const char c = list[i];
            i = std::min(c == '(' || c == '[' || c == '{' ? behindBracket(list, i) : i + 1, list.size());
        }
        addArgument(list.substr(0, i));
        list.remove_prefix(std::min(i + 2, list.size()));
    }
    return true;
}

/// `%1[0]`, output 0 of node 1, or a constant or parameter as written.
void ActorSetParser::addArgument(std::string_view argument)
{
    const auto bracket = argument.find('[');
    if (argument.starts_with('%') && bracket != std::string_view::npos && argument.ends_with(']')) {
        const auto slot = parseUnsigned(argument.substr(bracket + 1, argument.size() - bracket - 2));
        if (slot && *slot < 0xFFFFFFFFU) {
            m_builder->addInput(argument.substr(0, bracket), static_cast<std::uint32_t>(*slot));
            return;
        }
    }
    m_builder->addInputText(argument);
}

bool ActorSetParser::blockRemark(std::string_view text)
{
    const auto colon = text.find(':');
    if (!m_hasNode || !m_builder || colon == std::string_view::npos)
        return false;
    const std::string_view key = trimmed(text.substr(0, colon));
    const std::string_view value = trimmed(text.substr(colon + 1));
    if (key == "shape") {
        m_shapes = behindArrow(value);
    } else if (key == "type") {
        m_typeText = behindArrow(value);
    } else if (key == "AID") {
        // `2_Default/ReduceSum-op0`: the number of the actor and the full name of its kernel.
        const auto end = value.find('_');
        const bool numbered = end != std::string_view::npos && isDigits(value.substr(0, end));
        m_builder->lastNode().name = m_builder->intern(numbered ? value.substr(end + 1) : value);
    } else if (!value.empty()) {
        m_builder->addAttribute(key, value, AttributeOrigin::Note);
    }
    return true;
}

void ActorSetParser::finishNode()
{
    if (m_hasNode && m_builder) {
        std::vector<TypedTensor> tensors;
        std::vector<std::string> texts;
        while (!trimmed(m_typeText).empty()) {
            const std::string_view type = takeAngle(m_typeText);
            const std::string_view shape = takeAngle(m_shapes);
            texts.push_back('<' + std::string(type) + ", " + std::string(shape) + '>');
        }
        for (const std::string& text : texts)
            appendTypedTensors(text, tensors);
        m_types.addOutputs(*m_builder, tensors, {}, {});
    }
    m_hasNode = false;
    m_shapes = m_typeText = {};
}

class MindsporeActorSetReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-actor-set",
            .title = Form<0>("MindSpore actors of the runtime"),
            .patterns = {"*actor_set*.ir"},
            .can = {.index = true, .graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        std::string_view head = asText(probe.head);
        head.remove_prefix(std::min(head.find_first_not_of("\r\n"), head.size()));
        if (head.starts_with("Base Block : ") || head.starts_with("Actor for func graph:")
            || head.starts_with("[Data prepare actor"))
            return {92, phrase("the first actors of a set")};
        return {0, phrase("no actors at the beginning")};
    }

    Result<FileContents> read(const FileContext&, TaskContext&) const override { return FileContents {}; }

    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return fail(emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        ActorSetParser parser(asText(bytes.span()), task);
        TRY_ASSIGN(GraphDocument document, parser.parse());
        TRY_VOID(bytes.check());
        return document;
    }
};

} // namespace

void register_mindspore_actor_set_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeActorSetReader>());
}

} // namespace dumpscope::core
