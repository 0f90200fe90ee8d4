// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/vis_db_graph.h"

#include "base/text.h"
#include "io/json_reader.h"
#include "readers/msprobe/msprobe_name.h"
#include "readers/msprobe/msprobe_structure.h"
#include "records/recorded_place.h"
#include "records/recorded_verdict.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostVisNodes = 5'000'000;
constexpr std::size_t kMostVisTensors = 64;       ///< of one node; the rest is in the dump
constexpr std::size_t kMostVisFrames = 5'000'000; ///< stacks are shared, so a small file could ask for many
constexpr std::string_view kVisTarget = "NPU";    ///< the other side is `Bench`
constexpr std::string_view kVisCollection = "9";  ///< APIs that no module called
constexpr std::array<std::string_view, 6> kVisTypes {
    "type", "dtype", "shape", "requires_grad", "data_name", "Requires_grad Consistent"};

/// A range of `precision_index` and what it means.
struct VisBand {
    double low = 0, high = 0;
    RecordedVerdict verdict = RecordedVerdict::None;
};

struct VisNode {
    std::string name, type, up, stack, link, overflow, inputs, outputs;
    std::string precision; ///< as written
    std::optional<double> precisionValue;
    std::optional<std::int64_t> microStep;
    std::int64_t order = 0;
};

/// Lists that the writer leaves empty in one way or the other.
bool isEmptyList(std::string_view text)
{
    return text.empty() || text == "[]" || text == "null";
}

RecordedVerdict verdictOfLevel(std::string_view level)
{
    if (level == "pass")
        return RecordedVerdict::Pass;
    if (level == "warning")
        return RecordedVerdict::Warning;
    return level == "error" ? RecordedVerdict::Error : RecordedVerdict::None;
}

/// `{"#FFDC7F": {"value": [0.3, 0.6], "accuracy_level": "warning"}}`. Releases before the levels give colours
/// alone, which are no verdicts.
std::vector<VisBand> bandsOf(std::string_view colours)
{
    std::vector<VisBand> bands;
    const auto json = parseJson(colours);
    if (!json || !json->isObject())
        return bands;
    for (const auto& [colour, band] : json->members) {
        const RecordedVerdict verdict = verdictOfLevel(band.textAt("accuracy_level"));
        const JsonValue* const range = band.isObject() ? band.find("value") : nullptr;
        if (verdict == RecordedVerdict::None || range == nullptr || range->items.size() != 2)
            continue;
        const auto low = range->items[0].number(), high = range->items[1].number();
        if (low && high && *low <= *high)
            bands.push_back({*low, *high, verdict});
    }
    return bands;
}

/// Bands contain their low end; the high end belongs to the next band where there is one.
RecordedVerdict verdictIn(const std::vector<VisBand>& bands, double value)
{
    for (const VisBand& band : bands) {
        if ((band.low <= value && value < band.high) || (band.low == band.high && value == band.low))
            return band.verdict;
    }
    const auto last = std::ranges::find_if(bands, [&](const VisBand& band) { return band.high == value; });
    return last == bands.end() ? RecordedVerdict::None : last->verdict;
}

/// Gradients of the parameters of a module are computed with it, and are no call.
bool isGradient(const std::optional<MsprobeEntryName>& parts)
{
    return parts && parts->kind == MsprobeEntryName::Kind::Gradient;
}

/// `medium`: in the inputs; `high`: in both, or a jump of the norm; `critical`: in the outputs alone.
RecordedOverflow overflowOf(std::string_view level)
{
    if (level == "critical")
        return RecordedOverflow::Born;
    return level == "high" || level == "medium" ? RecordedOverflow::Present : RecordedOverflow::None;
}

/// Side, step, rank; the target before the other side.
using VisGraphKey = std::tuple<bool, std::string, std::int64_t, std::int64_t>;

struct VisGraph {
    std::string name;
    std::vector<VisNode> nodes;
};

class VisGraphReader {
public:
    VisGraphReader(const SqliteFile& database, TaskContext& task)
        : m_database(database)
        , m_task(task)
    {
    }

    Result<GraphDocument> run()
    {
        TRY_VOID(readConfig());
        TRY_VOID(readStacks());
        TRY_VOID(readNodes());
        for (auto& [key, graph] : m_graphs) {
            TRY_VOID(m_task.checkStop());
            addGraph(key, graph);
        }
        if (m_unreadable > 0)
            problem(phrase("the figures of %1 nodes cannot be read", m_unreadable));
        return std::move(m_document);
    }

private:
    void problem(Message message, Code code = Code::BadSyntax)
    {
        m_document.problems.push_back({Severity::Warning, code, {}, std::move(message)});
    }

    [[nodiscard]] bool has(std::string_view table, std::initializer_list<std::string_view> wanted) const
    {
        const auto columns = m_database.columns(table);
        return std::ranges::all_of(wanted,
            [&](std::string_view column) { return std::ranges::find(columns, column) != columns.end(); });
    }

    Result<void> readConfig()
    {
        if (!has("tb_config", {"graph_type", "node_colors"}))
            return {};
        return m_database.forRows(
            "tb_config", {"graph_type", "node_colors"}, m_task, [&](const SqliteRow& row) {
                m_isCompared = row.text(0) == "compare";
                m_bands = bandsOf(row.text(1));
                return false;
            });
    }

    Result<void> readStacks()
    {
        if (!has("tb_stack", {"id", "stack_info"}))
            return {};
        return m_database.forRows("tb_stack", {"id", "stack_info"}, m_task, [&](const SqliteRow& row) {
            m_stacks.try_emplace(std::string(row.text(0)), parseMsprobeFrames(row.text(1)));
            return m_stacks.size() < kMostVisNodes;
        });
    }

    Result<void> readNodes()
    {
        if (!has("tb_nodes", {"node_name", "node_order", "data_source", "step", "rank"}))
            return fail(Code::BadHeader, phrase("the database has no table of nodes"));
        std::vector<std::string> columns {"data_source", "step", "rank", "graph_id", "node_name",
            "node_order", "node_type", "up_node", "precision_index", "overflow_level", "matched_node_link",
            "stack_id", "input_data", "output_data", "micro_step_id"};
        // A quoted name of no column would be a text, and the same in every row.
        for (const std::string& column : columns) {
            if (!has("tb_nodes", {column}))
                return fail(Code::BadHeader, phrase("the table of nodes has no column %1", column));
        }
        std::size_t count = 0;
        TRY_VOID(m_database.forRows("tb_nodes", columns, m_task, [&](const SqliteRow& row) {
            addRow(row);
            return ++count < kMostVisNodes;
        }));
        if (count >= kMostVisNodes)
            problem(phrase("there may be more than the first %1 nodes", count), Code::Limit);
        return {};
    }

    void addRow(const SqliteRow& row)
    {
        const std::string side(row.text(0));
        VisGraph& graph
            = m_graphs[{side != kVisTarget, side, row.integer(1).value_or(-1), row.integer(2).value_or(-1)}];
        if (graph.name.empty())
            graph.name = printable(row.text(3));
        VisNode node;
        node.name = row.text(4);
        node.order = row.integer(5).value_or(0);
        node.type = row.text(6);
        node.up = row.text(7);
        node.precisionValue = row.real(8); // before its text, which changes the type
        node.precision = row.text(8);
        node.overflow = row.text(9);
        node.link = row.text(10);
        node.stack = row.text(11);
        node.inputs = row.text(12);
        node.outputs = row.text(13);
        node.microStep = row.integer(14);
        graph.nodes.push_back(std::move(node));
    }

    void addGraph(const VisGraphKey& key, VisGraph& from)
    {
        const auto& [isOther, side, step, rank] = key;
        std::ranges::stable_sort(from.nodes, {}, &VisNode::order);
        GraphBuilder builder;
        builder.graph().name = from.name;
        builder.graph().isEntry = m_document.graphs.empty();
        addRecordedPlace(builder, side, step, rank);
        addRecorder(builder, "msprobe");
        m_types.clear();
        m_callers.clear();
        for (const VisNode& node : from.nodes) {
            m_types.try_emplace(node.name, node.type);
            if (!isGradient(parseMsprobeEntry(node.name)))
                m_callers.insert(node.up);
        }
        const std::string* previous = nullptr;
        for (const VisNode& node : from.nodes)
            addNode(builder, node, previous);
        m_document.graphs.push_back(builder.finish(m_document.problems));
        from = {};
    }

    void addNode(GraphBuilder& builder, const VisNode& node, const std::string*& previous)
    {
        const auto parts = parseMsprobeEntry(node.name);
        const NodeKind kind = kindOf(node, parts);
        builder.addNode(node.name, node.name, parts ? parts->type : std::string_view(node.name), kind);
        builder.lastNode().scope = builder.intern(scopeOf(node));
        if (node.order >= 0 && node.order < UINT32_MAX)
            builder.lastNode().execIndex = static_cast<std::uint32_t>(node.order);
        if (kind != NodeKind::Parameter && !m_callers.contains(node.name)) {
            if (previous != nullptr)
                builder.addInput(*previous, 0, true);
            previous = &node.name;
        }
        addFound(builder, node);
        if (!node.up.empty())
            builder.addAttribute("parent", node.up, AttributeOrigin::Note);
        if (node.microStep)
            builder.addAttribute("micro_step", std::to_string(*node.microStep), AttributeOrigin::Note);
        addTensors(builder, node, node.inputs, false);
        addTensors(builder, node, node.outputs, true);
        addStack(builder, node);
    }

    static NodeKind kindOf(const VisNode& node, const std::optional<MsprobeEntryName>& parts)
    {
        if (isGradient(parts))
            return NodeKind::Parameter;
        return node.type == "1" ? NodeKind::Operator : NodeKind::Module;
    }

    [[nodiscard]] std::string scopeOf(const VisNode& node) const
    {
        const auto above = m_types.find(node.up);
        if (above != m_types.end() && above->second == kVisCollection)
            return node.up;
        const bool isRoot = node.up.empty() || !parseMsprobeEntry(node.up);
        return msprobeScope(node.name, isRoot ? std::string_view() : std::string_view(node.up));
    }

    /// What msprobe found of the node. Only the target's nodes have verdicts.
    void addFound(GraphBuilder& builder, const VisNode& node)
    {
        if (m_isCompared && isEmptyList(node.link))
            addRecorded(builder, RecordedVerdict::Unmatched);
        else if (m_isCompared && node.precisionValue)
            addRecorded(builder, verdictIn(m_bands, *node.precisionValue));
        addRecorded(builder, overflowOf(node.overflow));
        if (!node.precision.empty())
            builder.addAttribute("precision_index", node.precision, AttributeOrigin::Note);
        if (!node.overflow.empty())
            builder.addAttribute("overflow_level", node.overflow, AttributeOrigin::Note);
        if (isEmptyList(node.link))
            return;
        const auto link = parseJson(node.link);
        if (link && link->isArray() && !link->items.empty() && link->items.back().isString())
            builder.addAttribute("matched_node", link->items.back().text, AttributeOrigin::Note);
    }

    void addTensors(GraphBuilder& builder, const VisNode& node, std::string_view text, bool areOutputs)
    {
        if (text.empty())
            return;
        const auto json = parseJson(text);
        if (!json || !json->isObject()) {
            ++m_unreadable;
            return;
        }
        for (std::size_t i = 0; i < std::min(json->members.size(), kMostVisTensors); ++i) {
            const auto& [name, value] = json->members[i];
            std::string_view slot = name;
            if (slot.starts_with(node.name) && slot.size() > node.name.size() + 1)
                slot.remove_prefix(node.name.size() + 1);
            builder.addAttribute(slot, figuresOf(value));
            if (areOutputs && value.isObject())
                addOutput(builder, value);
        }
    }

    /// "Max 10; Min 0; Result pass": what is recorded besides the type.
    static std::string figuresOf(const JsonValue& value)
    {
        if (!value.isObject())
            return value.text;
        std::string figures;
        for (const auto& [key, figure] : value.members) {
            const std::string_view text = figure.text;
            if (std::ranges::find(kVisTypes, key) != kVisTypes.end() || isEmptyList(text) || text == "N/A")
                continue;
            figures += (figures.empty() ? "" : "; ") + key + ' ' + figure.text;
        }
        return figures;
    }

    static void addOutput(GraphBuilder& builder, const JsonValue& value)
    {
        const std::string_view dtype = value.textAt("dtype");
        GraphOutput output;
        output.dtype = dtypeFromName(dtype).value_or(DType::Unknown);
        output.dtypeText = builder.intern(dtype);
        if (const auto shape = parseShape(value.textAt("shape")))
            output.shape = builder.intern(*shape);
        builder.addOutput(output);
    }

    void addStack(GraphBuilder& builder, const VisNode& node)
    {
        const auto stack = m_stacks.find(node.stack);
        if (stack == m_stacks.end() || m_frames >= kMostVisFrames)
            return;
        m_frames += stack->second.size();
        for (const MsprobeStacks::Frame& frame : stack->second) {
            SourcePlace place;
            place.file = builder.intern(frame.file);
            place.code = builder.intern(frame.code);
            place.line = frame.line;
            builder.addSource(place);
        }
    }

    const SqliteFile& m_database;
    TaskContext& m_task;
    GraphDocument m_document;
    bool m_isCompared = false;
    std::vector<VisBand> m_bands;
    std::unordered_map<std::string, std::vector<MsprobeStacks::Frame>> m_stacks;
    std::map<VisGraphKey, VisGraph> m_graphs;
    std::unordered_map<std::string, std::string> m_types; ///< of the nodes of the graph at work
    std::unordered_set<std::string> m_callers;            ///< the same: modules that are left again later
    std::size_t m_frames = 0, m_unreadable = 0;
};

} // namespace

Result<GraphDocument> readVisGraphs(const SqliteFile& database, TaskContext& task)
{
    return VisGraphReader(database, task).run();
}

} // namespace dumpscope::core
