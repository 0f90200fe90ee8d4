// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/models/tensorflow_graph.h"

#include "base/text.h"
#include "readers/models/tensorflow_schema.h"
#include "records/attribute_text.h"
#include "records/graph_assembly.h"
#include "tensor/shape.h"

#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

namespace dumpscope::core {

namespace {

namespace tf = tensorflow;

/// Longer texts are data, not names.
constexpr std::uint64_t kMaxAttributeText = 1U << 16U;

/// A shape; nullopt for an unknown rank.
std::optional<Shape> readShape(ProtoStream& in)
{
    constexpr std::uint32_t kSize = 1;
    Shape shape;
    bool known = true;
    in.enter();
    while (in.next()) {
        if (in.number() == tf::kShapeUnknownRank) {
            known = in.integer() == 0;
            continue;
        }
        shape.push_back(0); // a dimension of 0 is not written
        in.enter();
        while (in.next()) {
            if (in.number() == kSize)
                shape.back() = in.integer();
        }
    }
    return known ? std::optional(shape) : std::nullopt;
}

std::string fieldPlace(const ProtoExtent& extent)
{
    return std::to_string(extent.size) + " bytes at " + std::to_string(extent.offset);
}

std::string tensorText(ProtoStream& in)
{
    std::string dtype, shape, place;
    in.enter();
    while (in.next()) {
        switch (in.number()) {
        case tf::kTensorDtype:
            dtype = tf::typeOf(in).text;
            break;
        case tf::kTensorShape: {
            const auto dims = readShape(in);
            shape = dims ? shapeText(*dims) : "[?]";
            break;
        }
        case 3:
            break;
        default:
            if (place.empty())
                place = ", " + fieldPlace(in.extent());
        }
    }
    return dtype + shape + place;
}

/// One operator while it is read.
struct NodeFields {
    struct Attribute {
        std::string key, value;
        AttributeType type;
    };
    std::string name, op, device;
    std::vector<std::string> inputs;
    std::vector<Attribute> attributes;
    std::vector<std::string> functions; ///< called
    std::vector<std::optional<Shape>> shapes;
    tf::Type dtype;

    void clear() { *this = {}; }
};

class TensorflowGraphReader {
public:
    TensorflowGraphReader(ProtoStream& in, GraphAssembly& assembly)
        : m_in(in)
        , m_assembly(assembly)
    {
    }

    void readModel()
    {
        const std::uint32_t root = m_assembly.beginGraph();
        while (m_in.next()) {
            switch (m_in.number()) {
            case tf::kGraphNode:
                readNode(root);
                break;
            case tf::kGraphLibrary:
                m_in.enter();
                while (m_in.next())
                    readFunction();
                break;
            default: // versions
                m_in.enter();
                while (m_in.next())
                    m_assembly.document().properties.emplace_back(
                        m_in.field().name, std::to_string(m_in.integer()));
            }
        }
        resolveCalls();
    }

private:
    void readFunction()
    {
        const std::uint32_t number = m_assembly.beginGraph();
        GraphBuilder& builder = m_assembly.builder(number);
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case tf::kFunctionSignature:
                readSignature(builder);
                break;
            case tf::kFunctionNode:
                readNode(number);
                break;
            case tf::kFunctionReturn: {
                std::string value;
                m_in.enter();
                while (m_in.next()) {
                    if (m_in.number() == tf::kEntryValue)
                        value = m_in.text();
                }
                const auto [source, slot] = producer(value);
                builder.addResult(source, slot);
                break;
            }
            default: {
                std::string key;
                AttributeText value;
                readAttribute(key, value, nullptr);
                builder.graph().attributes.emplace_back(key, value.value());
            }
            }
        }
    }

    void readSignature(GraphBuilder& builder)
    {
        m_in.enter();
        while (m_in.next()) {
            if (m_in.number() == tf::kSignatureName) {
                builder.graph().name = m_in.text();
                continue;
            }
            const bool input = m_in.number() == tf::kSignatureInput;
            std::string name;
            tf::Type type;
            m_in.enter();
            while (m_in.next()) {
                if (m_in.number() == tf::kArgumentName)
                    name = m_in.text();
                else
                    type = tf::typeOf(m_in);
            }
            if (!input || !m_assembly.admitNode())
                continue;
            builder.addNode(name, name, {}, NodeKind::Parameter);
            GraphOutput output;
            output.dtype = type.dtype;
            output.dtypeText = builder.intern(type.text);
            builder.addOutput(output);
        }
    }

    /// `name`, `name:slot`; inside functions `name:output:slot`.
    static std::pair<std::string_view, std::uint32_t> producer(std::string_view input)
    {
        const std::size_t first = input.find(':');
        const std::size_t last = input.rfind(':');
        if (first == std::string_view::npos)
            return {input, 0};
        const auto slot = parseUnsigned(input.substr(last + 1));
        return {input.substr(0, first), slot && *slot <= UINT32_MAX ? static_cast<std::uint32_t>(*slot) : 0};
    }

    void readNode(std::uint32_t graph)
    {
        m_node.clear();
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case tf::kNodeName:
                m_node.name = m_in.text();
                break;
            case tf::kNodeOp:
                m_node.op = m_in.text();
                break;
            case tf::kNodeDevice:
                m_node.device = m_in.text();
                break;
            case tf::kNodeInput:
                m_node.inputs.emplace_back(m_in.text());
                break;
            default: {
                NodeFields::Attribute attribute;
                AttributeText value;
                readAttribute(attribute.key, value, &m_node);
                attribute.value = value.value();
                attribute.type = value.type();
                m_node.attributes.push_back(std::move(attribute));
            }
            }
        }
        if (m_in.error() || !m_assembly.admitNode())
            return;
        const NodeId id = addNode(m_assembly.builder(graph));
        if (!m_node.functions.empty())
            m_calls[{graph, id.value()}] = std::move(m_node.functions);
    }

    NodeId addNode(GraphBuilder& builder)
    {
        const NodeId id = builder.addNode(m_node.name, m_node.name, m_node.op, NodeKind::Operator);
        builder.lastNode().isWeight
            = m_node.op == "Variable" || m_node.op == "VariableV2" || m_node.op == "VarHandleOp";
        for (const std::string& input : m_node.inputs) {
            const bool control = input.starts_with('^');
            const auto [source, slot] = producer(std::string_view(input).substr(control ? 1 : 0));
            builder.addInput(source, slot, control);
        }
        std::size_t outputs = m_node.shapes.size();
        if (outputs == 0 && !m_node.dtype.text.empty())
            outputs = 1;
        for (std::size_t i = 0; i < outputs; ++i) {
            GraphOutput output;
            if (outputs == 1) {
                output.dtype = m_node.dtype.dtype;
                output.dtypeText = builder.intern(m_node.dtype.text);
            }
            if (i < m_node.shapes.size() && m_node.shapes[i])
                output.shape = builder.intern(*m_node.shapes[i]);
            builder.addOutput(output);
        }
        for (const NodeFields::Attribute& attribute : m_node.attributes)
            builder.addAttribute(attribute.key, attribute.value,
                attribute.key.starts_with('_') ? AttributeOrigin::Node : AttributeOrigin::Operator,
                attribute.type);
        if (!m_node.device.empty())
            builder.addAttribute("device", m_node.device, AttributeOrigin::Note);
        return id;
    }

    /// A map entry; what the type of outputs depends on goes into `node`, too.
    void readAttribute(std::string& key, AttributeText& value, NodeFields* node)
    {
        m_in.enter();
        while (m_in.next()) {
            if (m_in.number() == tf::kEntryKey) {
                key = m_in.text();
                continue;
            }
            m_in.enter();
            while (m_in.next()) {
                if (m_in.number() != tf::kAttrList) {
                    readMember(key, value, node);
                    continue;
                }
                value.beginList();
                m_in.enter();
                while (m_in.next()) {
                    if (m_in.number() == tf::kListFunction)
                        readCall(value, node);
                    else
                        readMember(key, value, node);
                }
            }
        }
    }

    void readMember(std::string_view key, AttributeText& value, NodeFields* node)
    {
        switch (m_in.number()) {
        case tf::kAttrS:
            if (m_in.extent().size > kMaxAttributeText)
                value.addRaw(fieldPlace(m_in.extent()), AttributeType::Other);
            else
                value.add(m_in.text());
            break;
        case tf::kAttrI:
            value.add(m_in.integer());
            break;
        case tf::kAttrF:
            value.addFloat(static_cast<float>(m_in.real()));
            break;
        case tf::kAttrB:
            value.add(m_in.integer() != 0);
            break;
        case tf::kAttrType: {
            tf::Type type = tf::typeOf(m_in);
            value.addDtype(type.text);
            if (node && (key == "dtype" || key == "DstT"))
                node->dtype = std::move(type);
            break;
        }
        case tf::kAttrShape: {
            auto shape = readShape(m_in);
            value.addRaw(shape ? shapeText(*shape) : "[?]", AttributeType::Other);
            if (node && (key == "_output_shapes" || (key == "shape" && node->shapes.empty())))
                node->shapes.push_back(std::move(shape));
            break;
        }
        case tf::kAttrTensor:
            value.addRaw(tensorText(m_in), AttributeType::Tensor);
            break;
        case tf::kAttrPlaceholder:
            value.addRaw('@' + std::string(m_in.text()), AttributeType::Other);
            break;
        case tf::kAttrFunction:
            readCall(value, node);
            break;
        default:
            break;
        }
    }

    void readCall(AttributeText& value, NodeFields* node)
    {
        constexpr std::uint32_t kName = 1;
        std::string name, arguments;
        m_in.enter();
        while (m_in.next()) {
            if (m_in.number() == kName) {
                name = m_in.text();
                continue;
            }
            std::string key;
            AttributeText argument;
            readAttribute(key, argument, nullptr);
            arguments += (arguments.empty() ? "" : ",") + key + '=';
            arguments += argument.value();
        }
        if (node)
            node->functions.push_back(name);
        value.addRaw(arguments.empty() ? name : name + '(' + arguments + ')', AttributeType::Graph);
    }

    /// A function is called by an attribute or as if it were an operator.
    void resolveCalls()
    {
        std::unordered_map<std::string_view, std::uint32_t> functions;
        for (std::uint32_t i = 1; i < m_assembly.graphCount(); ++i)
            functions.emplace(m_assembly.builder(i).graph().name, i);
        for (std::uint32_t i = 0; i < m_assembly.graphCount(); ++i) {
            const Graph& graph = m_assembly.builder(i).graph();
            for (std::uint32_t n = 0; n < graph.nodes().size(); ++n) {
                const auto byType = functions.find(graph.text(graph.nodes()[n].opType));
                const auto named = m_calls.find({i, n});
                const auto type = byType != functions.end() ? std::span(&byType->second, 1)
                                                            : std::span<const std::uint32_t>();
                const auto names = named != m_calls.end() ? std::span<const std::string>(named->second)
                                                          : std::span<const std::string>();
                m_assembly.setCalled(i, NodeId(n), type, names);
            }
        }
    }

    ProtoStream& m_in;
    GraphAssembly& m_assembly;
    NodeFields m_node;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::string>>
        m_calls; ///< by graph and node
};

} // namespace

Result<GraphDocument> readTensorflowGraph(ProtoStream& in, std::string_view format)
{
    GraphAssembly assembly(format);
    TensorflowGraphReader(in, assembly).readModel();
    return assembly.finish(in.error());
}

} // namespace dumpscope::core
