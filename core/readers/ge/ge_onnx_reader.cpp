// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/json_reader.h"
#include "readers/format_registry.h"
#include "readers/ge/ge_graph_naming.h"
#include "readers/ge/ge_node.h"
#include "readers/graph_file.h"
#include "readers/models/onnx_attribute.h"
#include "readers/models/onnx_schema.h"
#include "records/graph_assembly.h"

#include <algorithm>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::string_view kTypePrefix = "ge:";
constexpr std::string_view kOutputDesc = "output_desc_";
constexpr std::string_view kInputDesc = "input_desc_";

/// A graph of GE in ONNX' clothes (docs/formats/ascendcl-capture.md 6.2).
class GeOnnxGraphReader {
public:
    GeOnnxGraphReader(ProtoStream& in, GraphAssembly& assembly)
        : m_in(in)
        , m_assembly(assembly)
        , m_attribute([this](ProtoStream&, std::string_view) { return readNested(); })
    {
    }

    void readModel()
    {
        while (m_in.next()) {
            switch (m_in.number()) {
            case onnx::kModelGraph:
                readGraph();
                break;
            case onnx::kIrVersion:
            case onnx::kModelVersion:
                property(std::to_string(m_in.integer()));
                break;
            case onnx::kProducerName:
            case onnx::kProducerVersion:
            case onnx::kModelDomain:
                property(std::string(m_in.text()));
                break;
            default:
                break;
            }
        }
    }

private:
    void property(std::string value)
    {
        m_assembly.document().properties.emplace_back(m_in.field().name, std::move(value));
    }

    std::uint32_t readGraph()
    {
        const std::uint32_t number = m_assembly.beginGraph();
        GraphBuilder& builder = m_assembly.builder(number);
        GeNode node;
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case onnx::kGraphName:
                builder.graph().name = m_in.text();
                break;
            case onnx::kGraphNode:
                if (readNode(node) && !m_in.error() && m_assembly.admitNode())
                    m_assembly.setCalled(number, node.addTo(builder), node.called, {});
                break;
            case onnx::kGraphOutput:
                m_in.enter();
                while (m_in.next()) {
                    if (m_in.number() == onnx::kValueName)
                        builder.addResult(m_in.text());
                }
                break;
            default:
                break;
            }
        }
        return number;
    }

    std::string readNested()
    {
        const std::uint32_t number = readGraph();
        m_nested.push_back(number);
        return m_assembly.builder(number).graph().name;
    }

    /// False for the nodes that only carry a sub-graph; these are not operators of GE.
    bool readNode(GeNode& node)
    {
        node.clear();
        const std::vector<std::uint32_t> outer = std::exchange(m_nested, {});
        std::string name;
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case onnx::kNodeName:
                node.name = m_in.text();
                break;
            case onnx::kNodeOpType:
                node.type = m_in.text();
                break;
            case onnx::kNodeInput:
                node.inputs.emplace_back(m_in.text());
                break;
            case onnx::kNodeAttribute:
                m_attribute.read(m_in, name);
                takeAttribute(node, name);
                break;
            default:
                break; // outputs without a consumer are missing; the descriptions have all
            }
        }
        node.called = std::exchange(m_nested, outer);
        if (node.type == "subgraph")
            return false;
        if (node.type.starts_with(kTypePrefix))
            node.type.erase(0, kTypePrefix.size());
        return true;
    }

    void takeAttribute(GeNode& node, std::string_view key)
    {
        const std::string_view value = m_attribute.value.value();
        const AttributeType type = m_attribute.value.type();
        const bool output = key.starts_with(kOutputDesc);
        if (!output && !key.starts_with(kInputDesc)) {
            if (key == "id")
                node.number = parseInt(value);
            node.addAttribute(key, value, type, originOf(key));
            return;
        }
        const std::string_view rest = key.substr((output ? kOutputDesc : kInputDesc).size());
        const auto whole = parseUnsigned(rest);
        if (whole && *whole < GeNode::kMaxSlots && type == AttributeType::Text) {
            takeWholeDescription(node, output, *whole, value);
            return;
        }
        const std::size_t colon = rest.rfind(':');
        const auto slot
            = colon == std::string_view::npos ? std::nullopt : parseUnsigned(rest.substr(colon + 1));
        if (slot && *slot < GeNode::kMaxSlots && output)
            takeField(node.output(*slot), rest.substr(0, colon), value, type);
        node.addAttribute(key, value, type, AttributeOrigin::Note);
    }

    static AttributeOrigin originOf(std::string_view key)
    {
        constexpr std::string_view kFields[] {"id", "stream_id", "input_name", "src_name", "dst_name",
            "src_index", "dst_index", "input_i", "output_i", "workspace", "workspace_bytes", "is_input_const",
            "input_desc_nums", "output_desc_nums", "attr_groups"};
        if (std::ranges::find(kFields, key) != std::end(kFields))
            return AttributeOrigin::Note;
        return key.starts_with('_') ? AttributeOrigin::Node : AttributeOrigin::Operator;
    }

    static void takeField(
        GeTensor& tensor, std::string_view field, std::string_view value, AttributeType type)
    {
        constexpr std::string_view kAttribute = "attr_";
        if (!takeTensorField(tensor, field, value) && field.starts_with(kAttribute))
            takeTensorAttribute(tensor, field.substr(kAttribute.size()), value, type);
    }

    /// With twenty tensors or more, each is one JSON text with the same field names as keys.
    void takeWholeDescription(GeNode& node, bool output, std::uint64_t slot, std::string_view json)
    {
        constexpr JsonLimits kLimits {.maxDepth = 16, .maxBytes = 1U << 20U, .maxValues = 1U << 16U};
        const auto description = parseJson(json, kLimits);
        const std::string_view prefix = output ? kOutputDesc : kInputDesc;
        if (!description || !description->isObject()) {
            node.addNote(std::string(prefix) + std::to_string(slot), json);
            return;
        }
        for (const auto& [field, member] : description->members) {
            AttributeText text;
            addJson(text, member);
            if (output)
                takeField(node.output(slot), field, text.value(), text.type());
            node.addNote(std::string(prefix) + field + ':' + std::to_string(slot), text.value(), text.type());
        }
    }

    static void addJson(AttributeText& text, const JsonValue& json)
    {
        switch (json.kind) {
        case JsonValue::Kind::Array:
            text.beginList();
            for (const JsonValue& item : json.items) {
                if (item.kind != JsonValue::Kind::Array)
                    addJson(text, item);
            }
            break;
        case JsonValue::Kind::String:
            text.add(json.text);
            break;
        case JsonValue::Kind::Bool:
            text.add(json.boolean);
            break;
        case JsonValue::Kind::Number:
            if (const auto integer = json.integer())
                text.add(*integer);
            else
                text.addRaw(json.text, AttributeType::Real);
            break;
        case JsonValue::Kind::Object:
        case JsonValue::Kind::Null:
            break;
        }
    }

    ProtoStream& m_in;
    GraphAssembly& m_assembly;
    OnnxAttributeReader m_attribute;
    std::vector<std::uint32_t> m_nested; ///< graphs inside the attributes of the node being read
};

/// `ge_onnx_*.pbtxt` (docs/formats/ascendcl-capture.md 6.2).
class GeOnnxReader final : public GraphFileReader {
public:
    GeOnnxReader()
        : GraphFileReader(ProtoForm::Text, onnx::kModelProto)
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "ge-onnx",
            .title = Form<0>("GE graph (ge_onnx text)"),
            .patterns = {"ge_onnx_*.pbtxt"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const auto name = parseGeGraphName(probe.name);
        const bool named = name && name->kind == "onnx";
        const std::string_view head(reinterpret_cast<const char*>(probe.head.data()), probe.head.size());
        const bool typed = head.find("\"ge:") != std::string_view::npos;
        const ProtoEvidence seen = evidence(probe);
        if (!seen.contradicts() && seen.has("NodeProto", onnx::kNodeOpType) && (typed || named))
            return {named ? 97 : 85, phrase("nodes of GE types in ONNX text")};
        if (named)
            return {seen.contradicts() ? 45 : 80, phrase("named like a GE graph")};
        return {0, phrase("no nodes of GE types in ONNX text")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        GraphAssembly assembly(info().id);
        GeOnnxGraphReader(in, assembly).readModel();
        return assembly.finish(in.error());
    }
    std::vector<std::pair<std::string, std::string>> nameProperties(std::string_view name) const override
    {
        return geNameProperties(name);
    }
};

} // namespace

void register_ge_onnx_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<GeOnnxReader>());
}

} // namespace dumpscope::core
