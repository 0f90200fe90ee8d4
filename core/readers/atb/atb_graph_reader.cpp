// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/format_registry.h"
#include "records/graph_assembly.h"

#include <algorithm>
#include <unordered_map>

namespace dumpscope::core {

namespace {

std::string_view atbText(const JsonValue& object, std::string_view key)
{
    const JsonValue* const value = object.find(key);
    return value != nullptr && value->isString() ? std::string_view(value->text) : std::string_view();
}

const std::vector<JsonValue>& atbItems(const JsonValue& object, std::string_view key)
{
    static const std::vector<JsonValue> kNone;
    const JsonValue* const value = object.find(key);
    return value != nullptr && value->isArray() ? value->items : kNone;
}

/// An operator and its place among the others.
struct AtbPlace {
    std::string name;         ///< as the folders of the dump spell it: `1_Layer/0_Linear`
    std::size_t depth = 0;    ///< operators above it
    std::size_t position = 0; ///< among its siblings
};

/// Operators of all levels become nodes of one graph; equal names of tensors are edges
/// (docs/formats/llm-era.md 1.7).
class AtbGraphMaker {
public:
    AtbGraphMaker(GraphAssembly& assembly, TaskContext& task)
        : m_assembly(assembly)
        , m_builder(assembly.builder(assembly.beginGraph()))
        , m_task(task)
    {
    }

    void make(const JsonValue& root)
    {
        const std::string_view model = atbText(root, "modelName");
        m_builder.graph().name = model.empty() ? atbText(root, "opName") : model;
        addParameters(root, "inTensors", false);
        addParameters(root, "weightTensors", true);
        if (model.empty())
            addOperator(root, {}, 0, 0);
        else
            addChildren(root, {}, 0);
        for (const JsonValue& tensor : atbItems(root, "outTensors")) {
            const Producer* const from = producerOf(tensor.text, 0);
            from != nullptr ? m_builder.addResult(from->id, from->slot)
                            : m_builder.addResultText(tensor.text);
        }
    }

private:
    struct Producer {
        std::string id;
        std::uint32_t slot = 0;
        std::size_t depth = 0;
    };

    void addParameters(const JsonValue& root, std::string_view list, bool isWeight)
    {
        for (const JsonValue& tensor : atbItems(root, list)) {
            if (!tensor.isString() || m_producers.contains(tensor.text) || !m_assembly.admitNode())
                continue;
            m_builder.addNode(tensor.text, tensor.text, {}, NodeKind::Parameter);
            m_builder.lastNode().isWeight = isWeight;
            m_builder.addOutput({});
            m_producers[tensor.text].push_back({tensor.text, 0, 0});
        }
    }

    void addChildren(const JsonValue& parent, const std::string& name, std::size_t depth)
    {
        std::size_t position = 0;
        for (const JsonValue& node : atbItems(parent, "nodes"))
            addOperator(node, name, depth, position++);
    }

    void addOperator(const JsonValue& node, const std::string& above, std::size_t depth, std::size_t position)
    {
        if (m_task.stopped() || !m_assembly.admitNode())
            return;
        const std::string_view id = atbText(node, "opName"), type = atbText(node, "opType");
        std::string name
            = above + (above.empty() ? "" : "/") + numberOf(id, type, position) + '_' + std::string(type);
        const NodeId made = m_builder.addNode(id, name, type, NodeKind::Operator);
        const std::string known(m_builder.graph().text(m_builder.node(made).id));
        for (const JsonValue& tensor : atbItems(node, "inTensors")) {
            const Producer* const from = producerOf(tensor.text, depth);
            from != nullptr ? m_builder.addInput(from->id, from->slot) : m_builder.addInputText(tensor.text);
        }
        for (std::size_t i = 0; i < atbItems(node, "outTensors").size(); ++i)
            m_builder.addOutput({});
        if (const JsonValue* const param = node.find("param"))
            addAttributes(*param, {});
        addChildren(node, name, depth + 1);
        std::uint32_t slot = 0;
        for (const JsonValue& tensor : atbItems(node, "outTensors"))
            addProducer(tensor.text, {known, slot++, depth});
    }

    /// The last number of `Linear_1_0`; without one, the position among the siblings.
    static std::string numberOf(std::string_view id, std::string_view type, std::size_t position)
    {
        const std::string_view last = id.substr(id.rfind('_') + 1); // all of it without any
        const bool isNumbered = id.size() > type.size() && id.starts_with(type) && id[type.size()] == '_';
        return isNumbered && isDigits(last) ? std::string(last) : std::to_string(position);
    }

    void addProducer(const std::string& tensor, Producer producer)
    {
        std::vector<Producer>& known = m_producers[tensor];
        const auto same = std::ranges::find(known, producer.depth, &Producer::depth);
        if (same != known.end())
            *same = std::move(producer);
        else
            known.push_back(std::move(producer));
    }

    /// A layer writes what its last operator writes: readers take the writer of their own level.
    const Producer* producerOf(const std::string& tensor, std::size_t depth) const
    {
        const auto known = m_producers.find(tensor);
        const Producer* best = nullptr;
        if (known == m_producers.end())
            return best;
        for (const Producer& producer : known->second) {
            if (producer.depth <= depth && (best == nullptr || producer.depth > best->depth))
                best = &producer;
        }
        return best;
    }

    void addAttributes(const JsonValue& value, const std::string& key)
    {
        for (const auto& [name, member] : value.members) {
            std::string path = key;
            if (!path.empty())
                path += '.';
            path += name;
            if (member.isObject())
                addAttributes(member, path);
            else
                m_builder.addAttribute(path, attributeText(member));
        }
    }

    static std::string attributeText(const JsonValue& value)
    {
        switch (value.kind) {
        case JsonValue::Kind::Bool:
            return value.boolean ? "true" : "false";
        case JsonValue::Kind::Array: {
            std::string text = "[";
            for (const JsonValue& item : value.items)
                text += (text.size() > 1 ? ", " : "") + attributeText(item);
            return text + ']';
        }
        case JsonValue::Kind::Object:
            return "{}";
        default:
            return value.text;
        }
    }

    GraphAssembly& m_assembly;
    GraphBuilder& m_builder;
    TaskContext& m_task;
    std::unordered_map<std::string, std::vector<Producer>> m_producers; ///< by tensor, one per level
};

/// Models and layers of ATB as JSON (docs/formats/llm-era.md 1.7).
class AtbGraphReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "atb-graph",
            .title = Form<0>("ATB model or layer"),
            .patterns = {"MODEL.json", "LAYER_ID.json"},
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
        const bool isModel = has("\"modelName\""), isLayer = has("\"opName\"") && has("\"opType\"");
        if (has("\"nodes\"") && has("\"opName\"") && (isModel || isLayer))
            return {92, phrase("operators of ATB with opName and nodes")};
        // Lists of tensors may fill the beginning of a large model.
        if ((isModel || has("\"opName\"")) && has("\"inTensors\""))
            return {80, phrase("tensors of a model or layer of ATB")};
        return {0, phrase("no operators of ATB")};
    }

    Result<FileContents> read(const FileContext&, TaskContext&) const override { return FileContents(); }

    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const JsonValue root, parseJson(asText(bytes.span())));
        TRY_VOID(bytes.check());
        // A layer may be a single operator.
        if (!root.isObject() || (atbItems(root, "nodes").empty() && atbText(root, "opName").empty()))
            return fail(Code::BadHeader, phrase("there is no graph in it"));
        GraphAssembly assembly(info().id);
        AtbGraphMaker(assembly, task).make(root);
        TRY_VOID(task.checkStop());
        return assembly.finish({});
    }
};

} // namespace

void register_atb_graph_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AtbGraphReader>());
}

} // namespace dumpscope::core
