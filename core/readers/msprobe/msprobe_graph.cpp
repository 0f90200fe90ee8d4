// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/msprobe_graph.h"

#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace dumpscope::core {

namespace {

using EntryKind = MsprobeEntryName::Kind;

constexpr std::size_t kMostArguments = 64; ///< of one node; the rest is in dump.json
/// Stacks are shared, so a small file could ask for very many lines.
constexpr std::size_t kMostFrames = 5'000'000;

/// What is known of one node before it is made.
struct ApiNode {
    std::string name, parent;
    std::optional<MsprobeEntryName> parts; ///< views into `name`
    std::optional<std::int64_t> microStep;
    std::uint32_t position = StatisticTable::kNone;
    bool isListed = false; ///< dump.json has it
    bool isParent = false; ///< others run inside
    const MsprobeStacks::Stack* stack = nullptr;
    std::vector<std::uint32_t> outputs; ///< rows of the table
    std::vector<std::uint32_t> scalars;
};

/// Names that are none are the optimizer and the like, which call APIs as modules do.
NodeKind kindOf(const ApiNode& node)
{
    if (!node.parts || node.parts->kind == EntryKind::Module)
        return NodeKind::Module;
    return node.parts->kind == EntryKind::Api ? NodeKind::Operator : NodeKind::Parameter;
}

class GraphMaker {
public:
    GraphMaker(const MsprobeConstruct& construct, const MsprobeStacks& stacks, const StatisticTable* table)
        : m_table(table)
    {
        m_nodes.reserve(construct.entries.size() * 2);
        for (const MsprobeConstruct::Entry& entry : construct.entries) {
            ApiNode& node = nodeOf(entry.name);
            node.parent = entry.parent;
            node.microStep = entry.microStep;
        }
        for (const MsprobeConstruct::Entry& entry : construct.entries) {
            if (!entry.parent.empty())
                nodeOf(entry.parent).isParent = true;
        }
        if (table != nullptr)
            addTable(*table);
        for (const MsprobeStacks::Stack& stack : stacks.stacks) {
            for (const std::string& name : stack.names) {
                if (const auto known = m_byName.find(name); known != m_byName.end())
                    m_nodes[known->second].stack = &stack;
            }
        }
    }

    GraphDocument run()
    {
        GraphDocument document;
        for (const bool backward : {false, true}) {
            GraphBuilder builder;
            builder.graph().name = backward ? "backward" : "forward";
            builder.graph().isEntry = !backward;
            addNodes(builder, backward);
            if (backward && m_added == 0)
                break;
            document.graphs.push_back(builder.finish(document.problems));
        }
        return document;
    }

private:
    ApiNode& nodeOf(const std::string& name)
    {
        const auto [place, isNew] = m_byName.try_emplace(name, m_nodes.size());
        if (isNew) {
            m_nodes.emplace_back();
            m_nodes.back().name = name;
        }
        return m_nodes[place->second];
    }

    void addTable(const StatisticTable& table)
    {
        const auto listed = [&](StringId name) -> ApiNode& {
            ApiNode& node = nodeOf(std::string(table.strings.text(name)));
            node.isListed = true;
            return node;
        };
        for (std::uint32_t row = 0; row < table.rows(); ++row) {
            ApiNode& node = listed(table.opName[row]);
            node.position = table.position[row];
            if (table.io[row] == Io::Output && table.entry[row].value() == 0)
                node.outputs.push_back(row);
        }
        for (std::uint32_t i = 0; i < table.scalars.size(); ++i) {
            ApiNode& node = listed(table.scalars[i].opName);
            if (node.scalars.size() < kMostArguments)
                node.scalars.push_back(i);
        }
    }

    void addNodes(GraphBuilder& builder, bool backward)
    {
        m_added = 0;
        // APIs run in their order; of dumps of modules alone, the innermost modules.
        const bool hasApis = std::ranges::any_of(m_nodes, [](const ApiNode& node) {
            const auto parts = parseMsprobeEntry(node.name);
            return parts && parts->kind == EntryKind::Api;
        });
        const std::string* previous = nullptr;
        for (ApiNode& node : m_nodes) {
            if (!node.parts)
                node.parts = parseMsprobeEntry(node.name);
            if (isBackward(node) != backward)
                continue;
            ++m_added;
            addNode(builder, node);
            const NodeKind ordered = hasApis ? NodeKind::Operator : NodeKind::Module;
            if (kindOf(node) != ordered || node.isParent)
                continue;
            if (previous != nullptr)
                builder.addInput(*previous, 0, true);
            previous = &node.name;
        }
    }

    static bool isBackward(const ApiNode& node)
    {
        return node.parts && (node.parts->isBackward || node.parts->kind == EntryKind::Gradient);
    }

    void addNode(GraphBuilder& builder, const ApiNode& node)
    {
        const std::string_view type = node.parts ? node.parts->type : std::string_view(node.name);
        builder.addNode(node.name, node.name, type, kindOf(node));
        GraphNode& made = builder.lastNode();
        // What others run in is the scope they are in, and stands in it.
        made.scope = builder.intern(
            node.isParent ? msprobeScope({}, node.name) : msprobeScope(node.name, node.parent));
        made.execIndex = node.position;
        if (node.stack != nullptr && m_frames < kMostFrames) {
            addSources(builder, *node.stack);
            m_frames += node.stack->frames.size();
        }
        for (const std::uint32_t row : node.outputs)
            addOutput(builder, row);
        for (const std::uint32_t i : node.scalars) {
            const StatisticTable::Scalar& scalar = m_table->scalars[i];
            builder.addAttribute(argumentName(scalar), argumentText(scalar));
        }
        if (!node.parent.empty())
            builder.addAttribute("parent", node.parent, AttributeOrigin::Note);
        if (node.microStep)
            builder.addAttribute("micro_step", std::to_string(*node.microStep), AttributeOrigin::Note);
        if (m_table != nullptr && !node.isListed)
            builder.addAttribute("recorded", "structure only", AttributeOrigin::Note);
        const std::string forward = forwardOf(node);
        if (!forward.empty() && m_byName.contains(forward))
            builder.addInputOfGraph(0, forward, 0);
    }

    /// `X.forward.N` of `X.backward.N`, `A.N.forward` of `A.N.backward`.
    static std::string forwardOf(const ApiNode& node)
    {
        constexpr std::string_view kBackward = "backward";
        if (!node.parts || !node.parts->isBackward)
            return {};
        const std::size_t at = node.name.rfind(kBackward);
        if (at == std::string::npos)
            return {};
        return node.name.substr(0, at) + "forward" + node.name.substr(at + kBackward.size());
    }

    static void addSources(GraphBuilder& builder, const MsprobeStacks::Stack& stack)
    {
        for (const MsprobeStacks::Frame& frame : stack.frames) {
            SourcePlace place;
            place.file = builder.intern(frame.file);
            place.code = builder.intern(frame.code);
            place.line = frame.line;
            builder.addSource(place);
        }
    }

    void addOutput(GraphBuilder& builder, std::uint32_t row) const
    {
        GraphOutput output;
        output.dtype = m_table->dtype[row];
        output.dtypeText = builder.intern(m_table->strings.text(m_table->dtypeText[row]));
        if (const auto shape = parseShape(m_table->strings.text(m_table->shapeText[row])))
            output.shape = builder.intern(*shape);
        builder.addOutput(output);
    }

    std::string argumentName(const StatisticTable::Scalar& scalar) const
    {
        const std::string_view entry = m_table->strings.text(scalar.entry);
        if (!entry.empty())
            return std::string(entry);
        return std::string(ioWord(scalar.io)) + '.' + std::to_string(scalar.slot);
    }

    std::string argumentText(const StatisticTable::Scalar& scalar) const
    {
        const std::string_view value = m_table->strings.text(scalar.value);
        return std::string(value.empty() ? m_table->strings.text(scalar.type) : value);
    }

    const StatisticTable* m_table;
    std::vector<ApiNode> m_nodes; ///< order of construct.json, then what only dump.json has
    std::unordered_map<std::string, std::size_t> m_byName;
    std::size_t m_added = 0; ///< to the graph at work
    std::size_t m_frames = 0;
};

} // namespace

GraphDocument makeMsprobeGraph(
    const MsprobeConstruct& construct, const MsprobeStacks& stacks, const StatisticTable* table)
{
    return GraphMaker(construct, stacks, table).run();
}

} // namespace dumpscope::core
