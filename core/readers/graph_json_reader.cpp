// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/format_registry.h"

#include <unordered_set>

namespace dumpscope::core {

namespace {

std::uint32_t numberAt(const JsonValue& object, std::string_view key, std::uint32_t otherwise)
{
    const auto number = object.integerAt(key);
    return number && *number >= 0 && *number < otherwise ? static_cast<std::uint32_t>(*number) : otherwise;
}

const std::vector<JsonValue>& itemsAt(const JsonValue& object, std::string_view key)
{
    static const std::vector<JsonValue> kNone;
    const JsonValue* const value = object.find(key);
    return value && value->isArray() ? value->items : kNone;
}

/// One entry of `graphs` of the contract's graph document becomes a graph.
class JsonGraphMaker {
public:
    std::shared_ptr<const Graph> make(
        const JsonValue& object, std::vector<Diagnostic>& problems, TaskContext& task)
    {
        m_builder.graph().name = object.textAt("name");
        const JsonValue* const entry = object.find("entry");
        m_builder.graph().isEntry = entry && entry->boolean;
        if (const JsonValue* const id = object.find("graph_id"))
            m_builder.graph().graphId = id->integer();
        if (const JsonValue* const attributes = object.find("attributes")) {
            for (const auto& [key, value] : attributes->members)
                m_builder.graph().attributes.emplace_back(key, value.text);
        }
        for (const char* list : {"nodes", "parameters", "constants"}) {
            for (const JsonValue& node : itemsAt(object, list))
                m_ids.insert(node.textAt("id"));
        }
        for (const JsonValue& node : itemsAt(object, "nodes")) {
            if (task.stopped())
                break;
            addNode(node);
        }
        for (const JsonValue& node : itemsAt(object, "parameters")) {
            m_builder.addNode(node.textAt("id"), node.textAt("name"), {}, NodeKind::Parameter);
            const JsonValue* const weight = node.find("is_weight");
            m_builder.lastNode().isWeight = weight && weight->boolean;
            m_builder.addOutput(outputOf(node));
        }
        for (const JsonValue& node : itemsAt(object, "constants")) {
            m_builder.addNode(node.textAt("id"), node.textAt("name"), {}, NodeKind::Constant);
            if (const std::string_view value = node.textAt("value"); !value.empty())
                m_builder.addAttribute("value", value);
        }
        for (const JsonValue& result : itemsAt(object, "outputs")) {
            const std::string_view from = result.textAt("node");
            m_ids.contains(from) ? m_builder.addResult(from, slotOf(result))
                                 : m_builder.addResultText(outsideText(result));
        }
        return m_builder.finish(problems);
    }

private:
    static std::uint32_t slotOf(const JsonValue& reference)
    {
        constexpr std::uint32_t kMost = 1U << 30U;
        return numberAt(reference, "slot", kMost) % kMost;
    }
    /// What an input is called whose node is not in the file: beyond the neighbourhood, or a constant.
    static std::string_view outsideText(const JsonValue& reference)
    {
        const std::string_view name = reference.textAt("name");
        return name.empty() ? reference.textAt("text") : name;
    }

    void addNode(const JsonValue& node)
    {
        m_builder.addNode(node.textAt("id"), node.textAt("name"), node.textAt("op_type"), NodeKind::Operator);
        GraphNode& made = m_builder.lastNode();
        if (const std::string_view label = node.textAt("label"); !label.empty())
            made.label = m_builder.intern(label);
        if (const std::string_view scope = node.textAt("scope"); !scope.empty())
            made.scope = m_builder.intern(scope);
        made.execIndex = numberAt(node, "exec_index", 0xFFFFFFFFU);
        for (const JsonValue& input : itemsAt(node, "inputs")) {
            const JsonValue* const control = input.find("control");
            const std::string_view from = input.textAt("node");
            m_ids.contains(from) ? m_builder.addInput(from, slotOf(input), control && control->boolean)
                                 : m_builder.addInputText(outsideText(input));
        }
        for (const JsonValue& output : itemsAt(node, "outputs"))
            m_builder.addOutput(outputOf(output));
        addAttributes(node, "attributes", AttributeOrigin::Operator);
        addAttributes(node, "node_attributes", AttributeOrigin::Node);
        addAttributes(node, "primal_attributes", AttributeOrigin::Primal);
        addAttributes(node, "notes", AttributeOrigin::Note);
        for (const JsonValue& place : itemsAt(node, "source"))
            addSource(place);
    }

    void addAttributes(const JsonValue& node, std::string_view key, AttributeOrigin origin)
    {
        const JsonValue* const attributes = node.find(key);
        if (!attributes)
            return;
        for (const auto& [name, value] : attributes->members)
            m_builder.addAttribute(name, value.text, origin);
    }

    void addSource(const JsonValue& object)
    {
        SourcePlace place;
        place.file = m_builder.intern(object.textAt("file"));
        place.code = m_builder.intern(object.textAt("code"));
        const auto number = [&](std::string_view key) {
            const std::uint32_t value = numberAt(object, key, 0xFFFFFFFFU);
            return value == 0xFFFFFFFFU ? 0 : value;
        };
        place.line = number("line");
        place.endLine = number("end_line");
        place.column = number("column");
        place.endColumn = number("end_column");
        const std::string_view role = object.textAt("role");
        place.role = role == "inlined" ? SourceRole::Inlined
            : role == "candidate"      ? SourceRole::Candidate
            : role == "forward"        ? SourceRole::Forward
                                       : SourceRole::Frame;
        m_builder.addSource(place);
    }

    ShapeId shapeAt(const JsonValue& object, std::string_view key)
    {
        const JsonValue* const shape = object.find(key);
        if (!shape || !shape->isArray())
            return {};
        std::vector<std::int64_t> extents;
        for (const JsonValue& extent : shape->items)
            extents.push_back(extent.integer().value_or(-1));
        return m_builder.intern(extents);
    }

    /// `format` is the one on the device where both are known.
    GraphOutput outputOf(const JsonValue& object)
    {
        GraphOutput output;
        const std::string_view dtype = object.textAt("dtype"), format = object.textAt("format");
        output.dtype = dtypeFromName(dtype).value_or(DType::Unknown);
        output.dtypeText = m_builder.intern(dtype);
        output.shape = shapeAt(object, "shape");
        output.storageShape = shapeAt(object, "storage_shape");
        const std::string_view original = object.textAt("original_format");
        const auto known = formatFromName(format);
        if (!known)
            output.formatText = m_builder.intern(format);
        (original.empty() ? output.format : output.storageFormat) = known.value_or(MemoryFormat::Unspecified);
        if (!original.empty())
            output.format = formatFromName(original).value_or(MemoryFormat::Unspecified);
        output.typeText = m_builder.intern(object.textAt("type"));
        return output;
    }

    GraphBuilder m_builder;
    std::unordered_set<std::string_view> m_ids;
};

/// What `dumpscope-cli graph --json` writes and bundles hold (docs/contract.md 4 graph).
class GraphJsonReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "graph-json",
            .title = Form<0>("Graph as Dumpscope writes it"),
            .patterns = {"graph.json"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".json"))
            return {0, phrase("not a .json file")};
        const std::string_view head = asText(probe.head);
        const auto has = [&](std::string_view key) { return head.find(key) != std::string_view::npos; };
        if (has("\"graphs\"") && has("\"format\"") && has("\"nodes\"") && has("\"graph_id\""))
            return {92, phrase("graphs with nodes as Dumpscope writes them")};
        return {0, phrase("no graphs as Dumpscope writes them")};
    }

    Result<FileContents> read(const FileContext&, TaskContext&) const override { return FileContents(); }

    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const JsonValue root, parseJson(asText(bytes.span())));
        TRY_VOID(bytes.check());
        GraphDocument document;
        document.format = info().id;
        if (const std::string_view format = root.textAt("format"); !format.empty())
            document.properties.emplace_back("written from", format);
        for (const JsonValue& graph : itemsAt(root, "graphs")) {
            document.graphs.push_back(JsonGraphMaker().make(graph, document.problems, task));
            TRY_VOID(task.checkStop());
        }
        if (document.graphs.empty())
            return fail(Code::BadHeader, phrase("there is no graph in it"));
        return document;
    }
};

} // namespace

void register_graph_json_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<GraphJsonReader>());
}

} // namespace dumpscope::core
