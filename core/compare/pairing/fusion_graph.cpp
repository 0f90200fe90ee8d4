// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/fusion_graph.h"

#include "base/text.h"
#include "compare/pairing/rule_file_json.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// What stands before the producers' names can be resolved.
struct RawInput {
    std::size_t op;
    std::string producer;
    std::int64_t index;
};

class FusionParser {
public:
    FusionParser(std::string_view text, const std::string& path)
        : m_text(text)
        , m_path(path)
    {
    }

    Result<void> parse(std::vector<FusionOperator>& operators, std::vector<RawInput>& inputs)
    {
        auto parsed = parseJson(m_text);
        if (!parsed) {
            Error error = parsed.error();
            error.place.file = m_path;
            return fail(std::move(error));
        }
        const JsonValue* graphs = parsed->find("graph");
        if (graphs == nullptr || !graphs->isArray())
            return failAt(m_text, m_path, *parsed, "graph", phrase("a list of graphs is missing"));
        for (std::size_t g = 0; g < graphs->items.size(); ++g) {
            const std::string graphKey = "graph[" + std::to_string(g) + "].op";
            const JsonValue& graph = graphs->items[g];
            const JsonValue* ops = graph.find("op");
            if (ops == nullptr)
                continue; // a graph without operators
            if (!ops->isArray())
                return failAt(m_text, m_path, *ops, graphKey, phrase("must be a list"));
            for (std::size_t i = 0; i < ops->items.size(); ++i)
                TRY_VOID(parseOperator(
                    ops->items[i], graphKey + '[' + std::to_string(i) + ']', operators, inputs));
        }
        return {};
    }

private:
    Result<void> parseOperator(const JsonValue& op, const std::string& key,
        std::vector<FusionOperator>& operators, std::vector<RawInput>& inputs)
    {
        const JsonValue* name = op.find("name");
        if (!op.isObject() || name == nullptr || !name->isString())
            return failAt(m_text, m_path, op, key + ".name", phrase("the operator's name is missing"));
        FusionOperator result;
        result.name = name->text;
        if (const JsonValue* type = op.find("type"); type != nullptr && type->isString())
            result.type = type->text;
        if (const JsonValue* id = op.find("id"))
            result.id = id->integer().value_or(0);
        if (const JsonValue* group = attribute(op, "_L1_fusion_sub_graph_no"))
            result.l1Group = groupNumber(*group);
        if (const JsonValue* multi = attribute(op, "_datadump_is_multiop")) {
            const JsonValue* b = multi->find("b");
            result.isMultiOp = b != nullptr && b->boolean;
        }
        if (const JsonValue* edges = op.find("input"); edges != nullptr && edges->isArray()) {
            for (const JsonValue& edge : edges->items)
                parseEdge(edge.text, operators.size(), inputs);
        }
        if (const JsonValue* list = attribute(op, "_datadump_original_op_names")) {
            result.originals.emplace();
            const JsonValue* inner = list->find("list");
            const JsonValue* names = inner == nullptr ? nullptr : inner->find("s");
            if (names != nullptr) {
                for (const JsonValue& item : names->items)
                    result.originals->push_back(item.text);
            }
        }
        if (const JsonValue* descriptions = op.find("output_desc");
            descriptions != nullptr && descriptions->isArray()) {
            for (std::size_t i = 0; i < descriptions->items.size(); ++i)
                result.outputs.push_back(
                    originOf(descriptions->items[i], result, static_cast<std::int64_t>(i)));
        }
        operators.push_back(std::move(result));
        return {};
    }

    static void parseEdge(std::string_view edge, std::size_t op, std::vector<RawInput>& inputs)
    {
        const auto colon = edge.rfind(':');
        if (colon == std::string_view::npos)
            return;
        const auto index = parseInt(edge.substr(colon + 1));
        if (index && *index >= 0)
            inputs.push_back({op, std::string(edge.substr(0, colon)), *index});
    }

    static std::optional<std::int64_t> groupNumber(const JsonValue& value)
    {
        if (const JsonValue* i = value.find("i"))
            return i->integer();
        const JsonValue* s = value.find("s");
        return s == nullptr ? std::nullopt : parseInt(s->text);
    }

    /// Value of the attribute of that key; null if there is none.
    static const JsonValue* attribute(const JsonValue& owner, std::string_view key)
    {
        const JsonValue* attributes = owner.find("attr");
        if (attributes == nullptr)
            return nullptr;
        for (const JsonValue& item : attributes->items) {
            const JsonValue* itsKey = item.find("key");
            if (itsKey != nullptr && itsKey->text == key)
                return item.find("value");
        }
        return nullptr;
    }

    static FusionOrigin originOf(
        const JsonValue& description, const FusionOperator& op, std::int64_t position)
    {
        FusionOrigin origin;
        origin.index = position;
        if (const JsonValue* name = attribute(description, "_datadump_origin_name")) {
            if (const JsonValue* s = name->find("s"))
                origin.name = s->text;
        } else if (!op.originals) {
            origin.name = op.name; // its own original
        }
        if (const JsonValue* index = attribute(description, "_datadump_origin_output_index")) {
            if (const JsonValue* i = index->find("i"))
                origin.index = i->integer().value_or(position);
        }
        for (const std::string_view key : {"_datadump_origin_format", "origin_format"}) {
            const JsonValue* format = attribute(description, key);
            const JsonValue* s = format == nullptr ? nullptr : format->find("s");
            if (s != nullptr && origin.format == MemoryFormat::Unspecified)
                origin.format = formatFromName(s->text).value_or(MemoryFormat::Unspecified);
        }
        if (const JsonValue* shape = attribute(description, "origin_shape")) {
            const JsonValue* list = shape->find("list");
            const JsonValue* dims = list == nullptr ? nullptr : list->find("i");
            if (list != nullptr && (dims == nullptr || dims->items.size() <= kMaxRank)) {
                origin.shape.emplace();
                for (std::size_t i = 0; dims != nullptr && i < dims->items.size(); ++i)
                    origin.shape->push_back(dims->items[i].integer().value_or(-1));
            }
        }
        return origin;
    }

    std::string_view m_text;
    const std::string& m_path;
};

bool isPassing(const FusionOperator& op)
{
    return op.type == "Cast" || op.type == "TransData";
}

} // namespace

std::string dumpSpelling(std::string_view operatorName)
{
    std::string spelt(operatorName);
    std::ranges::replace_if(
        spelt, [](char c) { return c == '/' || c == '.' || c == '\\' || c == ' '; }, '_');
    return spelt;
}

Result<FusionGraph> FusionGraph::parse(std::string_view text, const std::string& path)
{
    FusionGraph graph;
    std::vector<RawInput> inputs;
    TRY_VOID(FusionParser(text, path).parse(graph.m_operators, inputs));
    std::map<std::string_view, std::size_t> byFullName;
    for (std::size_t i = 0; i < graph.m_operators.size(); ++i) {
        byFullName.emplace(graph.m_operators[i].name, i);
        graph.m_byName.emplace(dumpSpelling(graph.m_operators[i].name), i);
    }
    for (const RawInput& input : inputs) {
        const auto producer = byFullName.find(input.producer);
        graph.m_operators[input.op].inputs.push_back(producer == byFullName.end()
                ? std::nullopt
                : std::optional(FusionInput {producer->second, input.index}));
    }
    graph.link();
    return graph;
}

/// Marks what lies between quantising and dequantising operators.
void FusionGraph::link()
{
    m_quantised.assign(m_operators.size(), false);
    // Operators stand in topological order as a rule; the repeats are for those that do not.
    for (int round = 0; round < 8; ++round) {
        bool changed = false;
        for (std::size_t i = 0; i < m_operators.size(); ++i) {
            const FusionOperator& op = m_operators[i];
            if (m_quantised[i] || op.type == "AscendQuant" || op.type == "AscendDequant")
                continue;
            for (const auto& input : op.inputs) {
                if (input
                    && (m_quantised[input->producer] || m_operators[input->producer].type == "AscendQuant")) {
                    m_quantised[i] = true;
                    changed = true;
                    break;
                }
            }
        }
        if (!changed)
            break;
    }
}

const FusionOperator* FusionGraph::find(std::string_view name) const
{
    const auto found = m_byName.find(dumpSpelling(name));
    return found == m_byName.end() ? nullptr : &m_operators[found->second];
}

bool FusionGraph::isQuantised(const FusionOperator& op) const
{
    return m_quantised[static_cast<std::size_t>(&op - m_operators.data())];
}

FusionOrigin FusionGraph::originOfOutput(const FusionOperator& op, std::int64_t slot) const
{
    if (isPassing(op) && !op.inputs.empty())
        return originOfInput(op, 0);
    if (op.outputs.empty() || slot < 0)
        return {};
    const auto at = static_cast<std::size_t>(slot);
    return at < op.outputs.size() ? op.outputs[at] : op.outputs.front();
}

FusionOrigin FusionGraph::originOfInput(const FusionOperator& op, std::int64_t slot) const
{
    const FusionOperator* current = &op;
    for (std::size_t steps = 0; steps <= m_operators.size(); ++steps) { // the file may hold a cycle
        if (slot < 0 || static_cast<std::size_t>(slot) >= current->inputs.size()
            || !current->inputs[static_cast<std::size_t>(slot)])
            return {};
        const FusionInput& input = *current->inputs[static_cast<std::size_t>(slot)];
        const FusionOperator& producer = m_operators[input.producer];
        if (!isPassing(producer) || producer.inputs.empty()) {
            if (static_cast<std::size_t>(input.index) < producer.outputs.size())
                return producer.outputs[static_cast<std::size_t>(input.index)];
            return producer.outputs.empty() ? FusionOrigin {} : producer.outputs.front();
        }
        current = &producer;
        slot = 0;
    }
    return {};
}

std::optional<std::pair<const FusionOperator*, std::int64_t>> FusionGraph::bearerOf(
    const FusionOrigin& origin) const
{
    for (const FusionOperator& op : m_operators) {
        if (isPassing(op))
            continue;
        for (std::size_t i = 0; i < op.outputs.size(); ++i) {
            if (op.outputs[i].name == origin.name && op.outputs[i].index == origin.index)
                return std::pair(&op, static_cast<std::int64_t>(i));
        }
    }
    return std::nullopt;
}

} // namespace dumpscope::core
