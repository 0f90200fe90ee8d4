// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/ge/ge_graph_naming.h"
#include "records/graph_assembly.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::string_view kGraphStart = "graph(\"";
constexpr std::string_view kNodeMark = " = Node[type=";
constexpr std::string_view kElementMark = " = get_element[node=%";

/// Takes `text` up to `mark`, and the mark; nullopt when it is not there.
std::optional<std::string_view> takeUpTo(std::string_view& text, std::string_view mark)
{
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at + mark.size());
    return part;
}

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\r'))
        text.remove_suffix(1);
    return text;
}

/// Calls `take(key, value)` for `k=v, k=v` or `k: v, k: v` up to the bracket that closes; commas inside
/// brackets and quotes do not separate. Returns what is behind the bracket.
template<typename Take>
std::string_view forEachMember(std::string_view text, char separator, char close, const Take& take)
{
    std::size_t begin = 0, depth = 0;
    std::optional<std::size_t> split;
    bool quoted = false;
    const auto flush = [&](std::size_t end) {
        const std::string_view member = text.substr(begin, end - begin);
        if (split)
            take(trimmed(member.substr(0, *split - begin)), trimmed(member.substr(*split - begin + 1)));
        else if (!trimmed(member).empty())
            take(std::string_view(), trimmed(member));
        split.reset();
        begin = end + 1;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && quoted)
            ++i;
        else if (c == '"')
            quoted = !quoted;
        else if (quoted)
            continue;
        else if (depth == 0 && c == close) {
            flush(i);
            return text.substr(i + 1);
        } else if (c == '[' || c == '(' || c == '{')
            ++depth;
        else if (depth > 0 && (c == ']' || c == ')' || c == '}'))
            --depth;
        else if (depth == 0 && c == ',')
            flush(i);
        else if (depth == 0 && c == separator && !split)
            split = i;
    }
    flush(text.size());
    return {};
}

/// `ge_readable_*.txt`: structure only (docs/formats/ascendcl-capture.md 6.4).
class ReadableParser {
public:
    explicit ReadableParser(std::string_view format)
        : m_assembly(format)
    {
    }

    Result<GraphDocument> parse(std::string_view text, TaskContext& task)
    {
        constexpr std::uint64_t kLinesPerCheck = 4096;
        for (std::uint64_t row = 1; !text.empty(); ++row) {
            if (row % kLinesPerCheck == 0)
                TRY_VOID(task.checkStop());
            const std::size_t end = text.find('\n');
            takeLine(trimmed(text.substr(0, end)), row);
            task.progress.advance(std::min(end, text.size()));
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
        if (m_inGraph && !m_returned)
            m_error = makeError(Code::Truncated, phrase("the file ends before the graph returns"));
        return m_assembly.finish(m_error);
    }

private:
    void takeLine(std::string_view line, std::uint64_t row)
    {
        if (line.empty())
            return;
        bool understood = false;
        if (line.starts_with(kGraphStart))
            understood = takeGraph(line);
        else if (m_inGraph && line.starts_with("return"))
            understood = takeReturn(line);
        else if (m_inGraph && line.starts_with('%'))
            understood = takeInstance(line.substr(1));
        if (!understood && ++m_strange <= kMaxStrange)
            m_assembly.document().problems.push_back({Severity::Warning, Code::BadSyntax, Place {.row = row},
                phrase("not a line of a readable GE graph: %1", printable(line.substr(0, 80)))});
    }

    bool takeGraph(std::string_view line)
    {
        line.remove_prefix(kGraphStart.size());
        const std::size_t end = line.rfind("\"):");
        if (end == std::string_view::npos)
            return false;
        m_graph = m_assembly.beginGraph();
        m_assembly.builder(m_graph).graph().name = line.substr(0, end);
        m_elements.clear();
        m_inGraph = true;
        m_returned = false;
        return true;
    }

    bool takeReturn(std::string_view line)
    {
        if (!line.ends_with(')'))
            return false;
        m_returned = true;
        GraphBuilder& builder = m_assembly.builder(m_graph);
        if (!takeUpTo(line, "("))
            return false;
        forEachMember(line, '=', ')', [&](std::string_view, std::string_view value) {
            const auto [node, slot] = producer(value);
            builder.addResult(node, slot);
        });
        return true;
    }

    /// `NAME : [#users=N] = Node[type=T] (…)` or `NAME : [users=N] = get_element[node=%NODE](K)`.
    bool takeInstance(std::string_view line)
    {
        std::string_view rest = line;
        if (const auto left = takeUpTo(rest, kElementMark)) {
            const std::size_t close = rest.rfind("](");
            const auto slot = close == std::string_view::npos || !rest.ends_with(')')
                ? std::nullopt
                : parseUnsigned(rest.substr(close + 2, rest.size() - close - 3));
            if (!slot || *slot > UINT32_MAX)
                return false;
            m_elements[std::string(nameOf(*left))]
                = {std::string(rest.substr(0, close)), static_cast<std::uint32_t>(*slot)};
            return true;
        }
        rest = line;
        const auto left = takeUpTo(rest, kNodeMark);
        const auto type = left ? takeUpTo(rest, "]") : std::nullopt;
        if (!type)
            return false;
        if (m_assembly.admitNode())
            addNode(*left, *type, rest);
        return true;
    }

    /// "name : [#users=1]" -> name.
    static std::string_view nameOf(std::string_view left)
    {
        return trimmed(left.substr(0, left.rfind(" : [")));
    }

    void addNode(std::string_view left, std::string_view type, std::string_view rest)
    {
        constexpr std::string_view kUsers = "#users=";
        GraphBuilder& builder = m_assembly.builder(m_graph);
        const std::string_view name = nameOf(left);
        const NodeId id = builder.addNode(name, name, type, NodeKind::Operator);
        // The number of outputs; their types are not in the file.
        if (takeUpTo(left, kUsers)) {
            const auto outputs = parseUnsigned(left.substr(0, left.find(']')));
            for (std::uint64_t i = 0; outputs && i < std::min<std::uint64_t>(*outputs, kMaxOutputs); ++i)
                builder.addOutput({});
        }
        std::vector<std::string> called;
        rest = trimmed(rest);
        if (rest.starts_with('('))
            forEachMember(rest.substr(1), '=', ')', [&](std::string_view part, std::string_view members) {
                takePart(builder, part, members, called);
            });
        m_assembly.setCalled(m_graph, id, {}, called);
    }

    void takePart(GraphBuilder& builder, std::string_view part, std::string_view members,
        std::vector<std::string>& called)
    {
        if (members.empty())
            return;
        const std::string_view inside = members.substr(1);
        if (part == "inputs") {
            forEachMember(inside, '=', ')', [&](std::string_view name, std::string_view value) {
                const auto [node, slot] = producer(value);
                builder.addInput(node, slot);
                builder.addAttribute("input_" + std::string(name), value, AttributeOrigin::Note);
            });
        } else if (part == "attrs") {
            forEachMember(inside, ':', '}', [&](std::string_view key, std::string_view value) {
                // A sub-graph is written like an instance.
                if (value.starts_with('%'))
                    called.emplace_back(value.substr(1));
                addAttribute(builder, key, value);
            });
        }
    }

    static void addAttribute(GraphBuilder& builder, std::string_view key, std::string_view value)
    {
        AttributeType type = AttributeType::Other;
        if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"')) {
            value = value.substr(1, value.size() - 2);
            type = AttributeType::Text;
        } else if (value.starts_with('%')) {
            value.remove_prefix(1);
            type = AttributeType::Graph;
        } else if (parseInt(value)) {
            type = AttributeType::Integer;
        } else if (parseDouble(value)) {
            type = AttributeType::Real;
        } else if (value == "true" || value == "false") {
            type = AttributeType::Boolean;
        }
        builder.addAttribute(key, value, AttributeOrigin::Operator, type);
    }

    /// Node and output that an instance stands for.
    [[nodiscard]] std::pair<std::string, std::uint32_t> producer(std::string_view instance) const
    {
        if (instance.starts_with('%'))
            instance.remove_prefix(1);
        const auto element = m_elements.find(std::string(instance));
        return element != m_elements.end() ? element->second : std::pair {std::string(instance), 0U};
    }

    static constexpr std::size_t kMaxStrange = 100;
    static constexpr std::uint64_t kMaxOutputs = 4096;

    GraphAssembly m_assembly;
    std::uint32_t m_graph = 0;
    bool m_inGraph = false, m_returned = false;
    std::size_t m_strange = 0;
    std::unordered_map<std::string, std::pair<std::string, std::uint32_t>> m_elements;
    std::optional<Error> m_error;
};

class GeReadableReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "ge-readable",
            .title = Form<0>("GE graph (ge_readable text)"),
            .patterns = {"ge_readable_*.txt"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const auto name = parseGeGraphName(probe.name);
        const bool named = name && name->kind == "readable";
        const std::string_view head = asText(probe.head);
        if (head.starts_with(kGraphStart) && head.find("\"):") != std::string_view::npos)
            return {named ? 97 : 80, phrase("starts like a readable GE graph")};
        return {named ? 45 : 0,
            named ? phrase("named like a GE graph") : phrase("does not start like a readable GE graph")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        contents.properties = geNameProperties(file.name);
        if (file.source.size() == 0)
            contents.problems.push_back({Severity::Warning, Code::Truncated, {}, emptyFileError().message});
        return contents;
    }

    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        task.progress.setPhases({{phrase("Reading the graph"), 1}});
        task.progress.beginPhase(0, bytes.size());
        TRY_ASSIGN(GraphDocument document, ReadableParser(info().id).parse(asText(bytes.span()), task));
        TRY_VOID(bytes.check());
        if (document.graphs.empty())
            return fail(Code::NotRecognised, phrase("there is no graph in the file"));
        document.properties = geNameProperties(file.name);
        return document;
    }

private:
};

} // namespace

void register_ge_readable_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<GeReadableReader>());
}

} // namespace dumpscope::core
