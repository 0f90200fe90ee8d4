// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ge/ge_model.h"

#include "readers/ge/ge_attribute.h"
#include "readers/ge/ge_node.h"
#include "readers/ge/ge_schema.h"
#include "records/graph_assembly.h"

#include <utility>

namespace dumpscope::core {

namespace {

/// A dtype as it is spelled; numbers get the name they stand for (docs/formats/ascendcl-capture.md 2.2).
void readDtype(ProtoStream& in, GeTensor& tensor)
{
    tensor.dtypeText = in.word();
    if (!tensor.dtypeText.empty())
        return;
    const std::int64_t number = in.integer();
    const bool known = number == static_cast<int>(number);
    tensor.dtypeText = known ? ascendDtypeName(static_cast<int>(number)) : std::string_view();
    if (tensor.dtypeText.empty())
        tensor.dtypeText = std::to_string(number);
    else
        tensor.dtype = dtypeFromAscend(static_cast<int>(number));
}

class GeModelReader {
public:
    GeModelReader(ProtoStream& in, GraphAssembly& assembly)
        : m_in(in)
        , m_assembly(assembly)
        , m_attribute([this](ProtoStream&) { return readNestedGraph(); })
    {
    }

    /// The message is a graph, not one of a model.
    void readOnlyGraph()
    {
        m_isByItself = true;
        readFields(m_assembly.beginGraph());
    }

    void readModel()
    {
        std::string key;
        while (m_in.next()) {
            switch (m_in.number()) {
            case ge::kModelName:
                property("name", m_in.text());
                break;
            case ge::kModelVersion:
                property("version", std::to_string(m_in.integer()));
                break;
            case ge::kCustomVersion:
                property("custom_version", m_in.text());
                break;
            case ge::kModelGraph:
                readGraph();
                break;
            case ge::kModelAttr:
                m_attribute.read(m_in, key);
                m_assembly.document().metadata.emplace_back(key, m_attribute.value.value());
                break;
            default:
                break;
            }
        }
    }

private:
    void property(std::string_view key, std::string_view value)
    {
        m_assembly.document().properties.emplace_back(key, value);
    }

    std::uint32_t readGraph()
    {
        const std::uint32_t number = m_assembly.beginGraph();
        m_in.enter();
        readFields(number);
        return number;
    }

    void readFields(std::uint32_t number)
    {
        GraphBuilder& builder = m_assembly.builder(number);
        Graph& graph = builder.graph();
        GeNode node;
        std::string key;
        while (m_in.next()) {
            switch (m_in.number()) {
            case ge::kGraphName:
                graph.name = m_in.text();
                break;
            case ge::kGraphInput:
                graph.attributes.emplace_back("input", m_in.text());
                break;
            case ge::kGraphOutput: {
                const GeEdge edge = splitGeEdge(m_in.text());
                builder.addResult(edge.source, edge.slot > 0 ? static_cast<std::uint32_t>(edge.slot) : 0);
                break;
            }
            case ge::kGraphAttr:
                m_attribute.read(m_in, key);
                graph.attributes.emplace_back(key, m_attribute.value.value());
                break;
            case ge::kGraphOp:
                readOp(node);
                if (!m_in.error() && m_assembly.admitNode())
                    m_assembly.setCalled(number, node.addTo(builder), node.called, node.calledNames);
                break;
            default:
                break;
            }
        }
    }

    std::string readNestedGraph()
    {
        const std::uint32_t number = readGraph();
        m_nested.push_back(number);
        return m_assembly.builder(number).graph().name;
    }

    void readOp(GeNode& node)
    {
        node.clear();
        const std::vector<std::uint32_t> outer = std::exchange(m_nested, {});
        std::optional<std::int64_t> streamId;
        std::size_t inputSlot = 0;
        AttributeText offsets[4], constants;
        constexpr std::string_view kOffsetNames[] {"input_i", "output_i", "workspace", "workspace_bytes"};
        for (AttributeText& list : offsets)
            list.beginList();
        constants.beginList();
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case ge::kOpName:
                node.name = m_in.text();
                break;
            case ge::kOpType:
                node.type = m_in.text();
                break;
            case ge::kOpInput:
                node.inputs.emplace_back(m_in.text());
                break;
            case ge::kOpAttr:
                readAttribute(node);
                break;
            case ge::kOpId:
                node.number = m_in.integer();
                break;
            case ge::kOpStreamId:
                streamId = m_in.integer();
                break;
            case ge::kOpInputOffset:
            case ge::kOpOutputOffset:
            case ge::kOpWorkspace:
            case ge::kOpWorkspaceBytes:
                offsets[m_in.number() - ge::kOpInputOffset].add(m_in.integer());
                break;
            case ge::kOpInputConst:
                constants.add(m_in.integer() != 0);
                break;
            case ge::kOpInputDesc:
                readDesc(node, "input_desc_", inputSlot++, nullptr);
                break;
            case ge::kOpOutputDesc: {
                const std::size_t slot = node.outputs.size();
                readDesc(node, "output_desc_", slot, &node.output(slot));
                break;
            }
            case ge::kOpSubgraph:
                node.calledNames.emplace_back(m_in.text());
                break;
            default:
                break;
            }
        }
        numberOperator(node, streamId);
        for (std::size_t i = 0; i < std::size(offsets); ++i)
            node.addNote(kOffsetNames[i], offsets[i]);
        node.addNote("is_input_const", constants);
        node.called = std::exchange(m_nested, outer);
    }

    /// In a model fields with the default value are not in the file (docs/formats/ascendcl-capture.md 6.1). A
    /// graph by itself is one before GE numbers it: its operators stand in the order of the program.
    void numberOperator(GeNode& node, std::optional<std::int64_t> streamId)
    {
        if (m_isByItself) {
            if (node.number)
                node.addNote("id", *node.number);
            if (streamId)
                node.addNote("stream_id", *streamId);
            m_hasNumbers = m_hasNumbers || node.number;
            node.number = node.number.value_or(m_hasNumbers ? 0 : m_operators);
            ++m_operators;
            return;
        }
        node.number = node.number.value_or(0);
        node.addNote("id", *node.number);
        node.addNote("stream_id", streamId.value_or(0));
    }

    void readAttribute(GeNode& node)
    {
        m_attribute.read(m_in, m_key);
        node.addAttribute(m_key, m_attribute.value.value(), m_attribute.value.type(),
            m_key.starts_with('_') ? AttributeOrigin::Node : AttributeOrigin::Operator);
    }

    /// `tensor` is null for inputs: their type is that of the producer's output; attributes are kept.
    void readDesc(GeNode& node, std::string_view prefix, std::size_t slot, GeTensor* tensor)
    {
        const std::string suffix = ':' + std::to_string(slot);
        const auto keyOf = [&](std::string_view field) {
            m_key.assign(prefix).append(field).append(suffix);
            return std::string_view(m_key);
        };
        std::string name;
        GeTensor own;
        GeTensor& type = tensor ? *tensor : own;
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case ge::kDescDtype:
                readDtype(m_in, type);
                break;
            case ge::kDescShape:
                type.shape.emplace();
                m_in.enter();
                while (m_in.next())
                    type.shape->push_back(m_in.integer());
                break;
            case ge::kDescLayout:
                type.layout = m_in.text();
                break;
            case ge::kDescSize:
                node.addNote(keyOf("size"), m_in.integer());
                break;
            case ge::kDescDataOffset:
                node.addNote(keyOf("data_offset"), m_in.integer());
                break;
            case ge::kDescDevice:
                node.addNote(keyOf("device_type"), m_in.text());
                break;
            case ge::kDescAttr:
                m_attribute.read(m_in, name);
                takeTensorAttribute(type, name, m_attribute.value.value(), m_attribute.value.type());
                node.addAttribute(keyOf("attr_" + name), m_attribute.value.value(), m_attribute.value.type(),
                    AttributeOrigin::Note);
                break;
            default:
                break;
            }
        }
        if (!tensor && !type.dtypeText.empty()) {
            node.addNote(keyOf("dtype"), type.dtypeText);
            node.addNote(keyOf("layout"), type.layout);
            if (type.shape)
                node.addNote(keyOf("shape"), shapeText(*type.shape), AttributeType::Integers);
        }
    }

    ProtoStream& m_in;
    GraphAssembly& m_assembly;
    GeAttributeReader m_attribute;
    std::vector<std::uint32_t> m_nested; ///< graphs inside the attributes of the operator being read
    std::string m_key;
    bool m_isByItself = false, m_hasNumbers = false;
    std::int64_t m_operators = 0; ///< of a graph by itself
};

} // namespace

Result<GraphDocument> readGeModel(ProtoStream& in, std::string_view format)
{
    GraphAssembly assembly(format);
    GeModelReader(in, assembly).readModel();
    return assembly.finish(in.error());
}

Result<GraphDocument> readGeGraph(ProtoStream& in, std::string_view format)
{
    GraphAssembly assembly(format);
    GeModelReader(in, assembly).readOnlyGraph();
    return assembly.finish(in.error());
}

} // namespace dumpscope::core
