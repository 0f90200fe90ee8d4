// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/mindspore/mindspore_proto_value.h"
#include "readers/mindspore/mindspore_source_line.h"
#include "readers/mindspore/mindspore_type_writer.h"
#include "readers/protobuf/protobuf_wire.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kProtoDumpStem = "ms_output_trace_code_graph_";
constexpr std::string_view kSavedStem = "ms_output_";
constexpr std::uint64_t kProtoBytesPerCheck = std::uint64_t {1} << 20U;

// Field numbers of docs/formats/mindspore-dump.md 7.
constexpr std::uint32_t kModelGraph = 4;
enum GraphField : std::uint32_t {
    kNode = 1,
    kName = 2,
    kParameters = 3,
    kOutputs = 4,
    kConstants = 5,
    kRootName = 6
};
enum NodeField : std::uint32_t {
    kInput = 1,
    kNodeName = 2,
    kOpType = 3,
    kScope = 4,
    kAttribute = 5,
    kOutputType = 6,
    kFullName = 8,
    kSourceAddress = 9,
};

WireReader reading(ByteSpan bytes)
{
    return WireReader(bytes, 0, WireReader::Cut::Allow);
}

class GraphProtoParser {
public:
    GraphProtoParser(std::string_view fileName, TaskContext& task)
        : m_fileName(fileName)
        , m_task(task)
    {
    }
    Result<GraphDocument> parse(ByteSpan model);

private:
    Result<void> parseGraph(ByteSpan graph);
    void chooseSchema(ByteSpan graph);
    void addParameter(ByteSpan message);
    void addConstant(ByteSpan message);
    void addNode(ByteSpan message);
    void addInput(ByteSpan message);
    void addAttribute(ByteSpan message);
    void addSources(std::string_view text);
    void addOutputs(ByteSpan type);
    void addResult(ByteSpan message);
    void problem(Severity severity, Code code, Message message);
    void checkCut(const WireField& field, Form<0> what);

    std::string_view m_fileName;
    TaskContext& m_task;
    GraphDocument m_document;
    GraphBuilder m_builder;
    MindsporeProtoSchema m_schema = MindsporeProtoSchema::Debugger;
    MindsporeTypeWriter m_types;
    std::vector<std::string> m_typeNames;
    std::vector<TypedTensor> m_tensors;
    std::uint64_t m_nodes = 0, m_problems = 0;
    bool m_cut = false;
};

void GraphProtoParser::problem(Severity severity, Code code, Message message)
{
    if (++m_problems <= kMaxProblems)
        m_document.problems.push_back({severity, code, {}, std::move(message)});
}

void GraphProtoParser::checkCut(const WireField& field, Form<0> what)
{
    if (field.missing == 0 || m_cut)
        return;
    m_cut = true;
    problem(Severity::Warning, Code::Truncated,
        phrase("%1 bytes of %2 are missing; the file is cut off", field.missing, what));
}

Result<GraphDocument> GraphProtoParser::parse(ByteSpan model)
{
    m_document.format = "mindspore-graph-proto";
    WireReader reader = reading(model);
    WireField field;
    while (reader.next(field)) {
        if (field.number != kModelGraph || !field.isBytes())
            continue;
        checkCut(field, Form<0>("the graph"));
        TRY_VOID(parseGraph(field.bytes));
    }
    if (reader.failed() && !m_cut)
        problem(Severity::Error, reader.ranOut() ? Code::Truncated : Code::BadHeader, reader.error().message);
    if (m_document.graphs.empty())
        return fail(Code::BadHeader, phrase("no graph in the file"));
    const bool dump = m_schema == MindsporeProtoSchema::Debugger;
    m_document.properties.emplace_back(
        "schema", dump ? "debug_graph.proto (of the dump)" : "anf_ir.proto (of save_graphs)");
    if (!dump)
        problem(Severity::Hint, Code::Unsupported,
            phrase("written by save_graphs with the schema anf_ir.proto: there are no source lines, and data "
                   "types from number 45 on are only numbers"));
    return std::move(m_document);
}

/// Only the dump writes source lines, names of constants and the root graph; the files of save_graphs
/// are else the same.
void GraphProtoParser::chooseSchema(ByteSpan graph)
{
    m_schema = m_fileName.starts_with(kProtoDumpStem) ? MindsporeProtoSchema::Debugger
                                                      : MindsporeProtoSchema::AnfIr;
    WireReader reader = reading(graph);
    WireField field;
    for (int looked = 0; reader.next(field) && looked < 100; ++looked) {
        if (field.number == kRootName)
            m_schema = MindsporeProtoSchema::Debugger;
        if (field.number != kNode || !field.isBytes())
            continue;
        WireReader node = reading(field.bytes);
        WireField part;
        constexpr std::uint32_t kOnlySaved = 10;
        while (node.next(part)) {
            if (part.number == kSourceAddress)
                m_schema = MindsporeProtoSchema::Debugger;
            if (part.number == kOnlySaved)
                m_schema = MindsporeProtoSchema::AnfIr;
        }
    }
}

Result<void> GraphProtoParser::parseGraph(ByteSpan graph)
{
    if (!m_document.graphs.empty()) {
        problem(Severity::Warning, Code::Duplicate, phrase("more than one graph; only the first is read"));
        return {};
    }
    chooseSchema(graph);
    Graph& out = m_builder.graph();
    out.isEntry = true;
    // Parameters and constants come behind the nodes in the file, and in front of them everywhere else.
    WireField field;
    for (WireReader reader = reading(graph); reader.next(field);) {
        if (field.number == kParameters && field.isBytes())
            addParameter(field.bytes);
        else if (field.number == kConstants && field.isBytes())
            addConstant(field.bytes);
        else if (field.number == kName && field.isBytes())
            out.name = field.text();
        else if (field.number == kRootName && field.isBytes())
            out.attributes.emplace_back("root graph", field.text());
    }
    std::uint64_t checked = 0;
    WireReader reader = reading(graph);
    while (reader.next(field)) {
        if (field.offset - checked > kProtoBytesPerCheck) {
            m_task.progress.advance(field.offset - checked);
            checked = field.offset;
            TRY_VOID(m_task.checkStop());
        }
        if (field.isBytes())
            checkCut(field, Form<0>("a field"));
        if (field.number == kNode && field.isBytes())
            addNode(field.bytes);
        else if (field.number == kOutputs && field.isBytes())
            addResult(field.bytes);
    }
    if (reader.failed() && !m_cut)
        problem(Severity::Error, reader.ranOut() ? Code::Truncated : Code::BadHeader, reader.error().message);
    std::string_view number = m_fileName;
    if (number.starts_with(kProtoDumpStem)) {
        number.remove_prefix(kProtoDumpStem.size());
        number = number.substr(0, number.find('.'));
        out.graphId = parseInt(number);
    }
    std::vector<Diagnostic> found;
    m_document.graphs.push_back(m_builder.finish(found));
    for (Diagnostic& diagnostic : found)
        problem(diagnostic.severity, diagnostic.code, std::move(diagnostic.message));
    return {};
}

void GraphProtoParser::addOutputs(ByteSpan type)
{
    m_tensors.clear();
    appendProtoTensors(type, m_schema, m_typeNames, m_tensors);
    std::string text;
    if (m_tensors.size() > 1) {
        for (const TypedTensor& tensor : m_tensors)
            text += (text.empty() ? "" : ", ") + std::string(tensor.dtype);
        text = "Tuple[" + text + ']';
    } else if (!m_tensors.empty()) {
        text = m_tensors.front().dtype;
    }
    m_types.addOutputs(m_builder, m_tensors, {}, text);
}

void GraphProtoParser::addParameter(ByteSpan message)
{
    std::string_view name;
    ByteSpan type;
    WireField field;
    for (WireReader reader = reading(message); reader.next(field);) {
        if (field.number == 1 && field.isBytes())
            name = field.text();
        else if (field.number == 2 && field.isBytes())
            type = field.bytes;
    }
    (void)m_builder.addNode(name, name, {}, NodeKind::Parameter);
    addOutputs(type);
}

void GraphProtoParser::addConstant(ByteSpan message)
{
    std::string_view key, fullName;
    std::string value;
    WireField field;
    for (WireReader reader = reading(message); reader.next(field);) {
        if (field.number == 1 && field.isBytes())
            key = field.text();
        else if (field.number == 2 && field.isBytes())
            value = protoValueText(field.bytes, m_schema);
        else if (field.number == 3 && field.isBytes())
            fullName = field.text();
    }
    (void)m_builder.addNode(key, fullName, {}, NodeKind::Constant);
    if (!value.empty())
        m_builder.addAttribute("value", value, AttributeOrigin::Note);
}

void GraphProtoParser::addNode(ByteSpan message)
{
    ++m_nodes;
    // A node that calls something is an empty message, but it has a number (docs/formats/mindspore-dump.md
    // 7).
    std::string id = std::to_string(m_nodes);
    std::string_view opType = "call", fullName, scope, sources;
    ByteSpan outputType;
    WireField field;
    for (WireReader reader = reading(message); reader.next(field);) {
        if (!field.isBytes())
            continue;
        if (field.number == kNodeName)
            id = field.text();
        else if (field.number == kOpType)
            opType = field.text();
        else if (field.number == kScope)
            scope = field.text();
        else if (field.number == kFullName)
            fullName = field.text();
        else if (field.number == kSourceAddress)
            sources = field.text();
        else if (field.number == kOutputType)
            outputType = field.bytes;
    }
    (void)m_builder.addNode(
        id, fullName.empty() ? '%' + id : std::string(fullName), opType, NodeKind::Operator);
    if (!scope.empty())
        m_builder.lastNode().scope = m_builder.intern(scope);
    for (WireReader reader = reading(message); reader.next(field);) {
        if (field.number == kInput && field.isBytes())
            addInput(field.bytes);
        else if (field.number == kAttribute && field.isBytes())
            addAttribute(field.bytes);
    }
    if (!message.empty())
        addOutputs(outputType);
    addSources(sources);
}

void GraphProtoParser::addInput(ByteSpan message)
{
    std::string_view name;
    bool control = false;
    WireField field;
    for (WireReader reader = reading(message); reader.next(field);) {
        if (field.number == 1 && field.isBytes())
            name = field.text();
        else if (field.number == 2 && field.isVarint())
            control = field.value == 1;
    }
    m_builder.addInput(name, 0, control);
}

void GraphProtoParser::addAttribute(ByteSpan message)
{
    std::string_view name;
    ByteSpan value;
    WireField field;
    for (WireReader reader = reading(message); reader.next(field);) {
        if (field.number == 1 && field.isBytes())
            name = field.text();
        else if (field.number == 2 && field.isBytes())
            value = field.bytes;
    }
    m_builder.addAttribute(name, protoValueText(value, m_schema));
}

/// Lines of the textual IR, innermost frame first.
void GraphProtoParser::addSources(std::string_view text)
{
    SourceRole role = SourceRole::Frame;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.find("Corresponding forward node") != std::string_view::npos)
            role = SourceRole::Forward;
        else if (line.find("Corresponding code candidate") != std::string_view::npos)
            role = SourceRole::Candidate;
        const auto frame = parseSourceFrame(line);
        if (!frame)
            continue;
        SourcePlace place;
        place.file = m_builder.intern(frame->file);
        place.code = m_builder.intern(frame->code);
        place.line = frame->line;
        place.endLine = frame->endLine;
        place.column = frame->column;
        place.endColumn = frame->endColumn;
        place.role = role == SourceRole::Frame && frame->inlined ? SourceRole::Inlined : role;
        m_builder.addSource(place);
    }
}

void GraphProtoParser::addResult(ByteSpan message)
{
    WireField field;
    for (WireReader reader = reading(message); reader.next(field);) {
        if (field.number == 1 && field.isBytes())
            m_builder.addResult(field.text());
    }
}

/// Graphs as protocol buffers, of the dump or of save_graphs (docs/formats/mindspore-dump.md 7).
class MindsporeGraphProtoReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-graph-proto",
            .title = Form<0>("MindSpore graph (protocol buffer)"),
            .patterns = {"ms_output_trace_code_graph_*.pb", "ms_output_*.pb"},
            .can = {.index = true, .graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool named = probe.name.starts_with(kSavedStem) && probe.name.ends_with(".pb");
        if (looksLikeModel(probe.head))
            return named ? Claim {95, phrase("named like a graph, and a model with a graph inside")}
                         : Claim {70, phrase("a model with a graph of MindSpore inside")};
        if (named)
            return {probe.name.starts_with(kProtoDumpStem) ? 60 : 45, phrase("named like a graph")};
        return {0, phrase("no version and graph of a MindSpore model at the beginning")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        Bytes own;
        ByteSpan head = file.head;
        if (head.empty()) {
            TRY_ASSIGN(own, file.source.read(0, kProbeBytes));
            head = own.span();
        }
        if (file.source.size() == 0)
            contents.problems.push_back({Severity::Warning, Code::Truncated, {}, emptyFileError().message});
        else if (!looksLikeModel(head))
            contents.problems.push_back({Severity::Warning, Code::BadHeader, {},
                phrase("the file does not begin with the version and the graph of a MindSpore model")});
        return contents;
    }

    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return fail(emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        GraphProtoParser parser(file.name, task);
        TRY_ASSIGN(GraphDocument document, parser.parse(bytes.span()));
        TRY_VOID(bytes.check());
        return document;
    }

private:
    /// ir_version 1, then the graph, whose first field is a node or the name.
    static bool looksLikeModel(ByteSpan head)
    {
        WireReader reader = reading(head);
        WireField field;
        if (!reader.next(field) || field.number != 1 || !field.isVarint() || field.value != 1)
            return false;
        if (!reader.next(field) || field.number != kModelGraph || !field.isBytes())
            return false;
        WireReader graph = reading(field.bytes);
        return graph.next(field) && field.isBytes() && field.number >= kNode && field.number <= kRootName;
    }
};

} // namespace

void register_mindspore_graph_proto_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeGraphProtoReader>());
}

} // namespace dumpscope::core
