// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/models/onnx_graph.h"

#include "base/text.h"
#include "readers/models/onnx_attribute.h"
#include "readers/models/onnx_schema.h"
#include "records/graph_assembly.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace dumpscope::core {

namespace {

struct Attribute {
    std::string key, value;
    AttributeType type = AttributeType::Text;
    AttributeOrigin origin = AttributeOrigin::Operator;
};

struct Operator {
    std::string name, opType, domain, overload;
    std::vector<std::string> inputs, outputs; ///< names of tensors
    std::vector<Attribute> attributes;
    std::vector<std::uint32_t> bodies;

    [[nodiscard]] std::string functionName() const { return domain + "::" + opType + overload; }
};

struct Parameter {
    std::string name;
    OnnxType type;
    std::string weight; ///< what is known of its numbers; empty: a graph input
};

/// Where a tensor comes from.
struct Producer {
    std::string nodeId;
    std::uint32_t slot = 0;
};

/// One graph while it is read. ONNX ties operators by the names of tensors, weights stand behind the
/// operators and bodies use tensors of the graphs around them, so everything is collected first.
struct Scope {
    std::uint32_t graph = 0;
    const Scope* outer = nullptr;
    std::vector<Operator> operators;
    std::vector<Parameter> parameters;
    std::unordered_map<std::string, std::size_t> parameterPlace;
    std::unordered_map<std::string, OnnxType> types; ///< of tensors that are no parameters
    std::vector<std::string> results;
    std::unordered_map<std::string, Producer> producers;

    Parameter& parameter(const std::string& name)
    {
        const auto [place, isNew] = parameterPlace.try_emplace(name, parameters.size());
        if (isNew)
            parameters.emplace_back().name = name;
        return parameters[place->second];
    }
};

class OnnxGraphReader {
public:
    OnnxGraphReader(ProtoStream& in, GraphAssembly& assembly)
        : m_in(in)
        , m_assembly(assembly)
        , m_attribute([this](ProtoStream&, std::string_view) { return readBody(); })
    {
    }

    void readModel()
    {
        while (m_in.next()) {
            switch (m_in.number()) {
            case onnx::kModelGraph:
                readGraph(nullptr);
                break;
            case onnx::kFunctions:
                readFunction();
                break;
            case onnx::kOpsetImport:
                readOpset();
                break;
            case onnx::kMetadata:
                readEntry(m_assembly.document().metadata);
                break;
            case onnx::kIrVersion:
            case onnx::kModelVersion:
                property(m_in.field().name, std::to_string(m_in.integer()));
                break;
            default:
                property(m_in.field().name, std::string(m_in.text()));
            }
        }
        if (!m_opsets.empty())
            property("opset", m_opsets);
        for (const auto& scope : m_scopes)
            build(*scope);
    }

private:
    using Properties = std::vector<std::pair<std::string, std::string>>;

    void property(std::string_view key, std::string value)
    {
        m_assembly.document().properties.emplace_back(key, std::move(value));
    }

    void readEntry(Properties& properties)
    {
        auto& [key, value] = properties.emplace_back();
        m_in.enter();
        while (m_in.next())
            (m_in.number() == onnx::kEntryKey ? key : value) = m_in.text();
    }

    void readOpset()
    {
        std::string domain, version;
        m_in.enter();
        while (m_in.next()) {
            if (m_in.number() == onnx::kOpsetDomain)
                domain = m_in.text();
            else
                version = std::to_string(m_in.integer());
        }
        m_opsets += (m_opsets.empty() ? "" : ", ") + (domain.empty() ? "ai.onnx" : domain) + ' ' + version;
    }

    Scope& beginScope(const Scope* outer)
    {
        Scope& scope = *m_scopes.emplace_back(std::make_unique<Scope>());
        scope.graph = m_assembly.beginGraph();
        scope.outer = outer;
        return scope;
    }

    void readGraph(const Scope* outer)
    {
        Scope& scope = beginScope(outer);
        const Scope* const around = std::exchange(m_scope, &scope);
        Graph& graph = m_assembly.builder(scope.graph).graph();
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case onnx::kGraphNode:
                readNode(scope);
                break;
            case onnx::kGraphName:
                graph.name = m_in.text();
                break;
            case onnx::kGraphDoc:
                graph.attributes.emplace_back("doc_string", m_in.text());
                break;
            case onnx::kGraphMetadata:
                readEntry(graph.attributes);
                break;
            case onnx::kGraphInitializer: {
                const OnnxTensor tensor = readOnnxTensor(m_in);
                addWeight(scope, tensor, tensor.text());
                break;
            }
            case onnx::kGraphSparse:
                readSparseWeight(scope);
                break;
            default:
                readValue(scope, m_in.number());
            }
        }
        m_scope = around;
    }

    std::string readBody()
    {
        const auto number = static_cast<std::uint32_t>(m_scopes.size());
        readGraph(m_scope);
        const std::uint32_t graph = m_scopes[number]->graph;
        m_bodies.push_back(graph);
        return m_assembly.builder(graph).graph().name;
    }

    void readFunction()
    {
        Scope& scope = beginScope(nullptr);
        const Scope* const around = std::exchange(m_scope, &scope);
        std::string name, domain, overload;
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case onnx::kFunctionName:
                name = m_in.text();
                break;
            case onnx::kFunctionDomain:
                domain = m_in.text();
                break;
            case onnx::kFunctionOverload:
                overload = m_in.text();
                break;
            case onnx::kFunctionInput:
                (void)scope.parameter(std::string(m_in.text()));
                break;
            case onnx::kFunctionOutput:
                scope.results.emplace_back(m_in.text());
                break;
            case onnx::kFunctionNode:
                readNode(scope);
                break;
            case onnx::kFunctionValueInfo:
                readValue(scope, onnx::kGraphValueInfo);
                break;
            default:
                break;
            }
        }
        m_scope = around;
        const std::string whole = domain + "::" + name + overload;
        m_assembly.builder(scope.graph).graph().name = whole;
        m_functions.emplace(whole, scope.graph);
    }

    void addWeight(Scope& scope, const OnnxTensor& tensor, std::string text)
    {
        if (m_in.error())
            return;
        Parameter& parameter = scope.parameter(tensor.name);
        parameter.weight = std::move(text);
        parameter.type.dtype = onnx::dtypeOf(tensor.dtypeNumber);
        parameter.type.dtypeText = onnx::dtypeText(tensor.dtypeNumber);
        parameter.type.hasShape = true;
        parameter.type.shape = tensor.shape;
    }

    void readSparseWeight(Scope& scope)
    {
        OnnxTensor values;
        Shape shape;
        m_in.enter();
        while (m_in.next()) {
            if (m_in.number() == onnx::kSparseValues)
                values = readOnnxTensor(m_in);
            else if (m_in.number() == onnx::kSparseDims)
                shape.push_back(m_in.integer());
        }
        std::string text = "sparse, values " + values.text();
        values.shape = std::move(shape);
        addWeight(scope, values, std::move(text));
    }

    /// input, output or value_info.
    void readValue(Scope& scope, std::uint32_t role)
    {
        std::string name;
        OnnxType type;
        m_in.enter();
        while (m_in.next()) {
            if (m_in.number() == onnx::kValueName)
                name = m_in.text();
            else
                type = readOnnxType(m_in);
        }
        if (m_in.error())
            return;
        if (role == onnx::kGraphInput) {
            Parameter& parameter = scope.parameter(name);
            if (parameter.weight.empty()) // the weight knows better
                parameter.type = std::move(type);
            return;
        }
        if (role == onnx::kGraphOutput)
            scope.results.push_back(name);
        scope.types[name] = std::move(type);
    }

    void readNode(Scope& scope)
    {
        Operator op;
        std::string key;
        const std::vector<std::uint32_t> outer = std::exchange(m_bodies, {});
        m_in.enter();
        while (m_in.next()) {
            switch (m_in.number()) {
            case onnx::kNodeName:
                op.name = m_in.text();
                break;
            case onnx::kNodeOpType:
                op.opType = m_in.text();
                break;
            case onnx::kNodeDomain:
                op.domain = m_in.text();
                break;
            case onnx::kNodeOverload:
                op.overload = m_in.text();
                break;
            case onnx::kNodeInput:
                op.inputs.emplace_back(m_in.text());
                break;
            case onnx::kNodeOutput:
                op.outputs.emplace_back(m_in.text());
                break;
            case onnx::kNodeDoc:
                note(op, "doc_string", m_in.text());
                break;
            case onnx::kNodeMetadata: {
                Properties entry;
                readEntry(entry);
                note(op, entry.front().first, entry.front().second);
                break;
            }
            case onnx::kNodeAttribute:
                m_attribute.read(m_in, key);
                op.attributes.push_back(
                    {key, std::string(m_attribute.value.value()), m_attribute.value.type()});
                break;
            default:
                break;
            }
        }
        op.bodies = std::exchange(m_bodies, outer);
        if (!m_in.error() && m_assembly.admitNode())
            scope.operators.push_back(std::move(op));
    }

    static void note(Operator& op, std::string_view key, std::string_view value)
    {
        op.attributes.push_back(
            {std::string(key), std::string(value), AttributeType::Text, AttributeOrigin::Note});
    }

    void build(Scope& scope)
    {
        GraphBuilder& builder = m_assembly.builder(scope.graph);
        std::unordered_set<std::string> ids;
        m_repeats.clear();
        for (const Parameter& parameter : scope.parameters) {
            builder.addNode(parameter.name, parameter.name, {}, NodeKind::Parameter);
            builder.lastNode().isWeight = !parameter.weight.empty();
            builder.addOutput(outputOf(builder, parameter.type));
            if (!parameter.weight.empty())
                builder.addAttribute(
                    "initializer", parameter.weight, AttributeOrigin::Note, AttributeType::Tensor);
            scope.producers.try_emplace(parameter.name, Producer {parameter.name, 0});
            ids.insert(parameter.name);
        }
        std::vector<std::string> ownIds;
        ownIds.reserve(scope.operators.size());
        for (std::size_t i = 0; i < scope.operators.size(); ++i) {
            Operator& op = scope.operators[i];
            if (op.name.empty())
                op.name = op.opType + '_' + std::to_string(i);
            ownIds.push_back(uniqueId(ids, op.name));
            for (std::size_t slot = 0; slot < op.outputs.size(); ++slot) {
                if (!op.outputs[slot].empty())
                    scope.producers.try_emplace(
                        op.outputs[slot], Producer {ownIds.back(), static_cast<std::uint32_t>(slot)});
            }
        }
        for (std::size_t i = 0; i < scope.operators.size(); ++i)
            addOperator(scope, builder, scope.operators[i], ownIds[i]);
        for (const std::string& result : scope.results)
            tie(scope, result, builder, &GraphBuilder::addResultOfGraph,
                [&](const std::string& id, std::uint32_t slot) { builder.addResult(id, slot); });
        // Bodies look up names of the graphs around them; all else is in the graph now.
        scope.operators.clear();
        scope.operators.shrink_to_fit();
    }

    std::string uniqueId(std::unordered_set<std::string>& ids, const std::string& name)
    {
        if (ids.insert(name).second)
            return name;
        std::uint32_t& repeat = m_repeats[name];
        std::string id;
        do {
            id = name + '_' + std::to_string(++repeat);
        } while (!ids.insert(id).second);
        return id;
    }

    static GraphOutput outputOf(GraphBuilder& builder, const OnnxType& type)
    {
        GraphOutput output;
        output.dtype = type.dtype;
        output.dtypeText = builder.intern(type.dtypeText);
        output.typeText = builder.intern(type.text);
        if (type.hasShape)
            output.shape = builder.intern(type.shape);
        return output;
    }

    /// An input or result: from this graph, from one around it, or from nowhere.
    template<typename Own>
    void tie(const Scope& scope, const std::string& tensor, GraphBuilder& builder,
        void (GraphBuilder::*ofGraph)(std::uint32_t, std::string_view, std::uint32_t), const Own& own)
    {
        for (const Scope* at = &scope; at; at = at->outer) {
            const auto found = at->producers.find(tensor);
            if (found == at->producers.end())
                continue;
            if (at == &scope)
                own(found->second.nodeId, found->second.slot);
            else
                (builder.*ofGraph)(at->graph, found->second.nodeId, found->second.slot);
            return;
        }
        own(tensor, 0); // reported as a problem by the builder
    }

    void addOperator(const Scope& scope, GraphBuilder& builder, const Operator& op, const std::string& id)
    {
        const NodeId node = builder.addNode(id, op.name, op.opType, NodeKind::Operator);
        for (const std::string& input : op.inputs) {
            if (input.empty()) { // an optional one that is not given
                builder.addInputText({});
                continue;
            }
            tie(scope, input, builder, &GraphBuilder::addInputOfGraph,
                [&](const std::string& from, std::uint32_t slot) { builder.addInput(from, slot); });
        }
        for (const std::string& output : op.outputs) {
            const auto type = scope.types.find(output);
            builder.addOutput(type != scope.types.end() ? outputOf(builder, type->second) : GraphOutput {});
        }
        for (const Attribute& attribute : op.attributes)
            builder.addAttribute(attribute.key, attribute.value, attribute.origin, attribute.type);
        for (std::size_t slot = 0; slot < op.outputs.size(); ++slot)
            builder.addAttribute(
                "output_name:" + std::to_string(slot), op.outputs[slot], AttributeOrigin::Note);
        if (!op.domain.empty())
            builder.addAttribute("domain", op.domain, AttributeOrigin::Note);
        std::vector<std::uint32_t> called = op.bodies;
        if (const auto function = m_functions.find(op.functionName()); function != m_functions.end())
            called.push_back(function->second);
        m_assembly.setCalled(scope.graph, node, called, {});
    }

    ProtoStream& m_in;
    std::string m_opsets; ///< in the file's order
    GraphAssembly& m_assembly;
    OnnxAttributeReader m_attribute;
    std::vector<std::unique_ptr<Scope>> m_scopes; ///< outer graphs in front of their bodies
    const Scope* m_scope = nullptr;               ///< being read
    std::vector<std::uint32_t> m_bodies;          ///< graphs in the attributes of the node being read
    std::unordered_map<std::string, std::uint32_t> m_functions, m_repeats;
};

} // namespace

Result<GraphDocument> readOnnxGraph(ProtoStream& in, std::string_view format)
{
    GraphAssembly assembly(format);
    OnnxGraphReader(in, assembly).readModel();
    return assembly.finish(in.error());
}

} // namespace dumpscope::core
