// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx/onnx_model.h"

#include "base/text.h"
#include "onnx/onnx_weight.h"
#include "readers/models/onnx_schema.h"
#include "readers/protobuf/protobuf_wire.h"
#include "readers/protobuf/wire_writer.h"

#include <queue>
#include <unordered_set>

namespace dumpscope::core {

namespace {

constexpr int kMaxBodies = 32; ///< nested bodies that are looked into

/// Copies a field as it stands.
void copyField(WireWriter& out, const WireField& field)
{
    switch (field.type) {
    case WireField::Type::Varint:
        out.integer(field.number, field.value);
        break;
    case WireField::Type::Fixed64:
        out.fixed(field.number, field.value, 8);
        break;
    case WireField::Type::Fixed32:
        out.fixed(field.number, field.value, 4);
        break;
    case WireField::Type::Bytes:
        out.bytes(field.number, field.bytes);
        break;
    }
}

/// Every tensor that nodes of a body read; those of the body itself do no harm.
void collectReads(ByteSpan graph, int depth, std::vector<std::string>& reads);

void collectBodies(ByteSpan attribute, int depth, std::vector<std::string>& reads)
{
    WireField field;
    for (WireReader in(attribute); in.next(field);) {
        if (field.isBytes() && (field.number == onnx::kAttrG || field.number == onnx::kAttrGraphs))
            collectReads(field.bytes, depth + 1, reads);
    }
}

void collectReads(ByteSpan graph, int depth, std::vector<std::string>& reads)
{
    if (depth > kMaxBodies)
        return;
    WireField node;
    for (WireReader in(graph); in.next(node);) {
        if (node.number != onnx::kGraphNode || !node.isBytes())
            continue;
        WireField field;
        for (WireReader fields(node.bytes); fields.next(field);) {
            if (field.number == onnx::kNodeInput)
                reads.emplace_back(field.text());
            else if (field.number == onnx::kNodeAttribute && field.isBytes())
                collectBodies(field.bytes, depth, reads);
        }
    }
}

void readShape(ByteSpan shape, TensorKind& kind)
{
    WireField dim;
    for (WireReader dims(shape); dims.next(dim);) {
        if (dim.number != 1 || !dim.isBytes())
            continue;
        std::int64_t value = -1;
        WireField field;
        for (WireReader in(dim.bytes); in.next(field);) {
            if (field.number == onnx::kDimValue && field.isVarint())
                value = static_cast<std::int64_t>(field.value);
        }
        kind.dims.push_back(value);
    }
}

OnnxPort readPort(ByteSpan info)
{
    OnnxPort port;
    WireField field, type, part;
    for (WireReader in(info); in.next(field);) {
        if (field.number == onnx::kValueName)
            port.name = field.text();
        if (field.number != onnx::kValueType || !field.isBytes())
            continue;
        for (WireReader types(field.bytes); types.next(type);) {
            if (type.number != onnx::kTypeTensor || !type.isBytes())
                continue;
            for (WireReader parts(type.bytes); parts.next(part);) {
                if (part.number == onnx::kElemType)
                    port.kind.elementType = static_cast<int>(part.value);
                else if (part.number == onnx::kShape && part.isBytes())
                    readShape(part.bytes, port.kind);
            }
        }
    }
    return port;
}

} // namespace

Result<OnnxModel> OnnxModel::parse(std::vector<std::byte> file, const std::string& folder)
{
    OnnxModel model;
    model.m_file = std::move(file);
    WireReader in(model.m_file);
    std::vector<OnnxNode> nodes;
    std::vector<RawNode> raw;
    for (WireField field; in.next(field);) {
        if (field.number == onnx::kModelGraph && field.isBytes()) {
            model.m_graphs.push_back(field.bytes);
            TRY_VOID(model.readGraph(field.bytes, nodes, raw));
        }
    }
    if (in.failed())
        return fail(wrapError(phrase("this is no ONNX model"), in.error()));
    if (nodes.empty())
        return fail(Code::NotRecognised, phrase("this is no ONNX model: it has no graph with nodes"));
    for (const ByteSpan message : model.m_weightMessages)
        TRY_VOID(model.readWeight(message, folder));
    std::erase_if(model.m_inputs, [&](const OnnxPort& port) { return model.m_weights.contains(port.name); });
    model.nameNodes(nodes);
    std::unordered_set<std::string> known;
    for (const OnnxPort& port : model.m_outputs) {
        model.m_exposedNames.push_back(port.name);
        known.insert(port.name);
    }
    for (const OnnxNode& node : nodes) {
        for (const std::string& output : node.outputs) {
            if (!output.empty() && known.insert(output).second)
                model.m_exposedNames.push_back(output);
        }
    }
    TRY_VOID(model.order(std::move(nodes), std::move(raw)));
    return model;
}

Result<void> OnnxModel::readGraph(ByteSpan graph, std::vector<OnnxNode>& nodes, std::vector<RawNode>& raw)
{
    WireReader in(graph);
    for (WireField field; in.next(field);) {
        if (!field.isBytes())
            continue;
        switch (field.number) {
        case onnx::kGraphName:
            m_graphName = field.text();
            break;
        case onnx::kGraphInitializer:
            m_weightMessages.push_back(field.bytes);
            break;
        case onnx::kGraphInput:
            m_inputs.push_back(readPort(field.bytes));
            break;
        case onnx::kGraphOutput:
            m_outputs.push_back(readPort(field.bytes));
            break;
        case onnx::kGraphNode: {
            OnnxNode node;
            RawNode rawNode {field.bytes, {}};
            WireReader parts(field.bytes);
            for (WireField part; parts.next(part);) {
                switch (part.number) {
                case onnx::kNodeInput:
                    node.inputs.emplace_back(part.text());
                    break;
                case onnx::kNodeOutput:
                    node.outputs.emplace_back(part.text());
                    break;
                case onnx::kNodeName:
                    node.originalName = part.text();
                    break;
                case onnx::kNodeOpType:
                    node.opType = part.text();
                    break;
                case onnx::kNodeAttribute:
                    if (part.isBytes())
                        collectBodies(part.bytes, 0, rawNode.reads);
                    break;
                default:
                    break;
                }
            }
            if (parts.failed())
                return fail(wrapError(phrase("node %1", nodes.size()), parts.error()));
            rawNode.reads.insert(rawNode.reads.end(), node.inputs.begin(), node.inputs.end());
            nodes.push_back(std::move(node));
            raw.push_back(std::move(rawNode));
            break;
        }
        default:
            break;
        }
    }
    return in.failed() ? Result<void>(fail(in.error())) : Result<void>();
}

Result<void> OnnxModel::readWeight(ByteSpan tensor, const std::string& folder)
{
    TRY_ASSIGN(OnnxWeight weight, readOnnxWeight(tensor, folder));
    m_hasExternalData = m_hasExternalData || weight.isExternal;
    if (!weight.decoded.empty()) {
        m_kept.push_back(std::make_unique<std::vector<std::byte>>(std::move(weight.decoded)));
        weight.data.bytes = *m_kept.back();
    }
    if (!weight.hasData)
        weight.data.elementType = 0;
    m_weights.insert_or_assign(weight.name, std::move(weight.data));
    return {};
}

void OnnxModel::nameNodes(std::vector<OnnxNode>& nodes) const
{
    std::unordered_set<std::string> names;
    std::unordered_map<std::string, std::uint64_t> repeats;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        OnnxNode& node = nodes[i];
        const std::string name
            = node.originalName.empty() ? node.opType + '_' + std::to_string(i) : node.originalName;
        node.name = name;
        while (!names.insert(node.name).second)
            node.name = name + '_' + std::to_string(++repeats[name]);
    }
}

/// The file's order where it is an order of execution; else each node as soon as what it reads is there.
Result<void> OnnxModel::order(std::vector<OnnxNode> nodes, std::vector<RawNode> raw)
{
    std::unordered_map<std::string_view, std::size_t> producer;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const std::string& output : nodes[i].outputs) {
            if (!output.empty() && !producer.try_emplace(output, i).second)
                return fail(Code::Duplicate, phrase("two nodes write the tensor %1", printable(output)));
        }
    }
    std::vector<std::vector<std::size_t>> readers(nodes.size());
    std::vector<std::size_t> waiting(nodes.size(), 0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        std::set<std::size_t> before;
        for (const std::string& read : raw[i].reads) {
            const auto found = producer.find(read);
            if (found != producer.end() && found->second != i)
                before.insert(found->second);
        }
        waiting[i] = before.size();
        for (const std::size_t one : before)
            readers[one].push_back(i);
    }
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (waiting[i] == 0)
            ready.push(i);
    }
    producer.clear();
    while (!ready.empty()) {
        const std::size_t i = ready.top();
        ready.pop();
        m_nodes.push_back(std::move(nodes[i]));
        m_rawNodes.push_back(raw[i].bytes);
        for (const std::size_t reader : readers[i]) {
            if (--waiting[reader] == 0)
                ready.push(reader);
        }
    }
    if (m_nodes.size() != nodes.size())
        return fail(Code::Cycle, phrase("nodes of the model wait for each other"));
    return {};
}

const TensorData* OnnxModel::weight(const std::string& name) const
{
    const auto found = m_weights.find(name);
    return found == m_weights.end() || found->second.elementType == 0 ? nullptr : &found->second;
}

std::string OnnxModel::exposed(const std::set<std::string>& rounded) const
{
    static constexpr std::string_view kSuffix = "/dumpscope.rounded";
    WireWriter graph;
    graph.reserve(m_file.size() + m_nodes.size() * 64);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        WireWriter node;
        WireReader in(m_rawNodes[i]);
        for (WireField field; in.next(field);) {
            if (field.number == onnx::kNodeInput && rounded.contains(std::string(field.text())))
                node.text(onnx::kNodeInput, std::string(field.text()) + std::string(kSuffix));
            else if (field.number != onnx::kNodeName)
                copyField(node, field);
        }
        graph.message(onnx::kGraphNode, node);
        for (const std::string& output : m_nodes[i].outputs) {
            if (!rounded.contains(output))
                continue;
            WireWriter identity;
            identity.text(onnx::kNodeInput, output).text(onnx::kNodeOutput, output + std::string(kSuffix));
            graph.message(onnx::kGraphNode, identity.text(onnx::kNodeOpType, "Identity"));
        }
    }
    for (const ByteSpan piece : m_graphs) {
        WireReader in(piece);
        for (WireField field; in.next(field);) {
            if (field.number != onnx::kGraphNode)
                copyField(graph, field);
        }
    }
    for (std::size_t i = m_outputs.size(); i < m_exposedNames.size(); ++i)
        graph.message(onnx::kGraphOutput, WireWriter().text(onnx::kValueName, m_exposedNames[i]));
    WireWriter model;
    model.reserve(graph.result().size() + 64);
    WireReader in(m_file);
    for (WireField field; in.next(field);) {
        if (field.number != onnx::kModelGraph)
            copyField(model, field);
    }
    return model.message(onnx::kModelGraph, graph).result();
}

std::string OnnxModel::single(std::size_t node, const std::vector<OnnxPort>& inputs) const
{
    WireWriter graph;
    graph.bytes(onnx::kGraphNode, m_rawNodes[node]).text(onnx::kGraphName, "node");
    for (const OnnxPort& input : inputs) {
        constexpr std::uint32_t kShapeDim = 1;
        WireWriter shape, tensor, type, value;
        for (const std::int64_t dim : input.kind.dims)
            shape.message(kShapeDim, WireWriter().integer(onnx::kDimValue, static_cast<std::uint64_t>(dim)));
        tensor.integer(onnx::kElemType, static_cast<std::uint64_t>(input.kind.elementType));
        tensor.message(onnx::kShape, shape);
        type.message(onnx::kTypeTensor, tensor);
        value.text(onnx::kValueName, input.name).message(onnx::kValueType, type);
        graph.message(onnx::kGraphInput, value);
    }
    graph.message(onnx::kGraphOutput, WireWriter().text(onnx::kValueName, m_nodes[node].outputs.front()));
    WireWriter model;
    WireReader in(m_file);
    for (WireField field; in.next(field);) {
        if (field.number == onnx::kIrVersion || field.number == onnx::kOpsetImport
            || field.number == onnx::kFunctions)
            copyField(model, field);
    }
    return model.message(onnx::kModelGraph, graph).result();
}

} // namespace dumpscope::core
