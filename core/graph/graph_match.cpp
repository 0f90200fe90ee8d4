// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_match.h"

#include "base/text.h"
#include "readers/mindspore/mindspore_scope.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace dumpscope::core {

namespace {

using Word = std::string_view;

/// Types of entries that are what graphs have as parameters or constants, no operators.
bool isWeight(Word type)
{
    return type == "Parameter" || type == "Initializer";
}

/// Names of parameters and constants as the dump writes them: without the scope of constants.
Word bareName(Word name)
{
    for (const Word prefix : {"Default--", "Default/", "Default_"}) {
        if (name.starts_with(prefix) && name.substr(prefix.size()).starts_with("data-"))
            return name.substr(prefix.size());
    }
    return name;
}

/// Items of `[a, b]`; a text without brackets is one item.
std::vector<Word> listItems(Word text)
{
    if (text.starts_with('[') && text.ends_with(']'))
        text = text.substr(1, text.size() - 2);
    std::vector<Word> items;
    while (!text.empty()) {
        Word item = text.substr(0, text.find(','));
        text.remove_prefix(std::min(item.size() + 1, text.size()));
        while (item.starts_with(' ') || item.starts_with('"'))
            item.remove_prefix(1);
        while (item.ends_with(' ') || item.ends_with('"'))
            item.remove_suffix(1);
        if (!item.empty())
            items.push_back(item);
    }
    return items;
}

/// Entries of the dump that have the same operator.
struct DumpedOperator {
    StringId name, type;
    std::vector<TensorId> entries;
};

class Matching {
public:
    Matching(const Graph& graph, const DumpIndex& dump, const MatchScope& scope)
        : m_graph(graph)
        , m_dump(dump)
        , m_scope(scope)
    {
    }
    GraphMatch run();

private:
    [[nodiscard]] bool modelIsNamed() const;
    void collectEntries();
    void matchParameters();
    void matchOperators();
    void matchByOrder();
    void matchOriginalNames();
    bool chooseByType(std::uint32_t which, const NameMatch& match, const std::vector<NodeId>& nodes);
    void take(std::uint32_t which, NodeId node, NameRule rule);
    void explainSilence();
    [[nodiscard]] std::string whySilent(const GraphNode& node) const;
    [[nodiscard]] std::string whyUnmatched(const DumpedOperator& dumped, std::uint32_t which) const;

    const Graph& m_graph;
    const DumpIndex& m_dump;
    const MatchScope& m_scope;
    GraphMatch m_match;
    std::vector<DumpedOperator> m_dumped;
    std::vector<NodeId> m_nodeOf;                ///< per dumped operator
    std::vector<std::vector<NodeId>> m_possible; ///< where several nodes fit
    bool m_hasOrder = false;
};

bool Matching::modelIsNamed() const
{
    return !m_graph.name.empty() && std::ranges::any_of(m_dump.models(), [&](const std::string& model) {
        return model == m_graph.name;
    });
}

void Matching::collectEntries()
{
    const bool byModel = modelIsNamed();
    std::unordered_map<std::uint64_t, std::uint32_t> places;
    for (std::size_t i = 0; i < m_dump.tensorCount(); ++i) {
        const TensorId id(i);
        const TensorRow& row = m_dump.tensor(id);
        const FolderFacts& facts = m_dump.factsOf(id);
        const auto differs
            = [](const auto& wanted, const auto& is) { return wanted && is && *wanted != *is; };
        if (differs(m_scope.rank, facts.rank) || differs(m_scope.graphId, facts.graphId))
            continue;
        if (byModel && facts.model != m_graph.name)
            continue;
        ++m_match.entries;
        const std::uint64_t key = (std::uint64_t {row.opName.value()} << 32U) | row.opType.value();
        const auto [place, isNew] = places.emplace(key, static_cast<std::uint32_t>(m_dumped.size()));
        if (isNew)
            m_dumped.push_back({row.opName, row.opType, {}});
        m_dumped[place->second].entries.push_back(id);
    }
    m_nodeOf.resize(m_dumped.size());
    m_possible.resize(m_dumped.size());
    m_match.rules.assign(m_graph.nodes().size(), NameRule::None);
    m_hasOrder = std::ranges::any_of(
        m_graph.nodes(), [](const GraphNode& node) { return node.execIndex != TensorRow::kNone; });
}

void Matching::take(std::uint32_t which, NodeId node, NameRule rule)
{
    m_nodeOf[which] = node;
    NameRule& known = m_match.rules[node.value()];
    if (known == NameRule::None || rule < known)
        known = rule;
}

/// Several nodes fit: the operator type may tell which.
bool Matching::chooseByType(std::uint32_t which, const NameMatch& match, const std::vector<NodeId>& nodes)
{
    const Word type = m_dump.text(m_dumped[which].type);
    std::vector<NodeId> fitting;
    for (const std::uint32_t candidate : match.candidates) {
        m_possible[which].push_back(nodes[candidate]);
        if (m_graph.text(m_graph.node(nodes[candidate]).opType) == type)
            fitting.push_back(nodes[candidate]);
    }
    if (fitting.size() != 1)
        return false;
    take(which, fitting.front(), NameRule::Sanitised);
    return true;
}

void Matching::matchParameters()
{
    std::vector<Word> names;
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < m_graph.nodes().size(); ++i) {
        const GraphNode& node = m_graph.nodes()[i];
        if (node.kind != NodeKind::Parameter && node.kind != NodeKind::Constant)
            continue;
        for (const Word name : {bareName(m_graph.text(node.name)), m_graph.text(node.id)}) {
            names.push_back(name);
            nodes.emplace_back(i);
        }
    }
    const OperatorNameMatcher matcher(std::move(names));
    for (std::uint32_t which = 0; which < m_dumped.size(); ++which) {
        if (!isWeight(m_dump.text(m_dumped[which].type)))
            continue;
        const Word name = bareName(m_dump.text(m_dumped[which].name));
        const NameMatch match = matcher.match(std::span(&name, 1)).front();
        if (match.rule == NameRule::Exact || match.rule == NameRule::Sanitised)
            take(which, nodes[match.index], match.rule);
        else if (match.candidates.size() > 1)
            (void)chooseByType(which, match, nodes);
    }
}

void Matching::matchOperators()
{
    std::vector<Word> names;
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < m_graph.nodes().size(); ++i) {
        const GraphNode& node = m_graph.nodes()[i];
        if (node.opType.value() == 0 && node.kind != NodeKind::Module)
            continue;
        names.push_back(m_graph.text(node.name));
        nodes.emplace_back(i);
    }
    const OperatorNameMatcher matcher(std::move(names));
    std::vector<Word> dumped;
    std::vector<std::uint32_t> places;
    for (std::uint32_t which = 0; which < m_dumped.size(); ++which) {
        const Word name = m_dump.text(m_dumped[which].name);
        if (m_nodeOf[which].isValid() || name.empty() || m_dump.text(m_dumped[which].type) == "Parameter")
            continue;
        dumped.push_back(name);
        places.push_back(which);
    }
    const std::vector<NameMatch> found = matcher.match(dumped);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const NameMatch& match = found[i];
        const std::uint32_t which = places[i];
        // The file name may carry a number of its own, so the order of execution knows better.
        if (match.rule == NameRule::OperatorNumber && m_hasOrder
            && m_dump.tensor(m_dumped[which].entries.front()).execIndex != TensorRow::kNone)
            continue;
        if (match.rule != NameRule::None)
            take(which, nodes[match.index], match.rule);
        else if (!match.candidates.empty())
            (void)chooseByType(which, match, nodes);
    }
}

void Matching::matchByOrder()
{
    if (!m_hasOrder)
        return;
    std::unordered_map<std::uint32_t, NodeId> byPlace;
    for (std::size_t i = 0; i < m_graph.nodes().size(); ++i) {
        if (m_graph.nodes()[i].execIndex != TensorRow::kNone)
            byPlace.emplace(m_graph.nodes()[i].execIndex, NodeId(i));
    }
    for (std::uint32_t which = 0; which < m_dumped.size(); ++which) {
        if (m_nodeOf[which].isValid())
            continue;
        const TensorRow& row = m_dump.tensor(m_dumped[which].entries.front());
        const auto node = byPlace.find(row.execIndex);
        if (node != byPlace.end()
            && withoutOpNumber(m_graph.text(m_graph.node(node->second).name))
                == withoutOpNumber(m_dump.text(row.opName)))
            take(which, node->second, NameRule::OperatorNumber);
    }
}

/// Operators that were fused into a node keep their names in its attributes
/// (docs/formats/ascendcl-capture.md 6.3).
void Matching::matchOriginalNames()
{
    constexpr std::array<Word, 2> kKeys {"_datadump_original_op_names", "original_op_names"};
    std::vector<Word> names;
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < m_graph.nodes().size(); ++i) {
        for (const GraphAttribute& attribute : m_graph.attributesOf(m_graph.nodes()[i])) {
            if (std::ranges::find(kKeys, m_graph.text(attribute.key)) == kKeys.end())
                continue;
            for (const Word name : listItems(m_graph.text(attribute.value))) {
                names.push_back(name);
                nodes.emplace_back(i);
            }
        }
    }
    if (names.empty())
        return;
    const OperatorNameMatcher matcher(std::move(names));
    for (std::uint32_t which = 0; which < m_dumped.size(); ++which) {
        const Word name = m_dump.text(m_dumped[which].name);
        if (m_nodeOf[which].isValid() || name.empty())
            continue;
        const NameMatch match = matcher.match(std::span(&name, 1)).front();
        if (match.rule == NameRule::Exact || match.rule == NameRule::Sanitised)
            take(which, nodes[match.index], NameRule::OriginalName);
    }
}

std::string Matching::whyUnmatched(const DumpedOperator& dumped, std::uint32_t which) const
{
    if (dumped.name.value() == 0)
        return "the file says no operator";
    if (!m_possible[which].empty()) {
        std::string names;
        for (const NodeId node : m_possible[which])
            names += (names.empty() ? "" : ", ") + printable(m_graph.text(m_graph.node(node).name));
        return "ambiguous: these nodes have the same name once separators are replaced: " + names;
    }
    if (isWeight(m_dump.text(dumped.type)))
        return "the graph has no parameter or constant of this name";
    const Word stem = withoutOpNumber(m_dump.text(dumped.name));
    const std::string sanitised = sanitisedScope(stem);
    for (const GraphNode& node : m_graph.nodes()) {
        if (sanitisedScope(withoutOpNumber(m_graph.text(node.name))) == sanitised)
            return "the graph has fewer operators of this path than the dump";
    }
    return "the graph has no node of this name";
}

std::string Matching::whySilent(const GraphNode& node) const
{
    const Word type = m_graph.text(node.opType);
    const auto noTask = m_graph.attribute(node, "_no_task");
    if (noTask && (*noTask == "true" || *noTask == "1"))
        return "_no_task: it is not executed on the device";
    if (type.starts_with("Hcom"))
        return "collective operator, not collected by every generation";
    // docs/formats/ascendcl-capture.md 4.5 and the sources of data, which are no computation.
    constexpr std::array<Word, 24> kNever {"If", "While", "For", "Case", "Data", "RefData", "Const",
        "Constant", "StackPush", "StackPop", "NoOp", "VarHandleOp", "Variable", "VariableV2", "NetOutput",
        "Iterator", "IteratorV2", "IteratorGetNext", "GetNext", "StatelessIf", "StatelessWhile",
        "PartitionedCall", "call", "AnnData"};
    if (std::ranges::find(kNever, type) != kNever.end())
        return "type " + std::string(type) + " is not dumped";
    if (m_hasOrder && node.execIndex == TensorRow::kNone)
        return "it is not in the execution order, so it is not launched";
    constexpr std::array<Word, 8> kAlias {
        "Load", "UpdateState", "Depend", "MakeTuple", "TupleGetItem", "Partial", "Switch", "Return"};
    if (std::ranges::find(kAlias, type) != kAlias.end())
        return "type " + std::string(type) + " is not launched";
    return "the dump has no entry of this name";
}

void Matching::explainSilence()
{
    for (std::size_t i = 0; i < m_graph.nodes().size(); ++i) {
        const GraphNode& node = m_graph.nodes()[i];
        if (node.opType.value() == 0)
            continue;
        ++m_match.operators;
        if (m_match.tensorsOf(NodeId(i)).empty())
            m_match.silent.push_back({NodeId(i), whySilent(node)});
        else
            ++m_match.matchedOperators;
    }
}

GraphMatch Matching::run()
{
    collectEntries();
    matchParameters();
    matchOperators();
    matchByOrder();
    matchOriginalNames();

    std::vector<std::pair<NodeId, TensorId>> attached;
    for (std::uint32_t which = 0; which < m_dumped.size(); ++which) {
        const DumpedOperator& dumped = m_dumped[which];
        if (!m_nodeOf[which].isValid()) {
            m_match.unmatched.push_back({dumped.entries.front(),
                static_cast<std::uint32_t>(dumped.entries.size()), whyUnmatched(dumped, which)});
            continue;
        }
        for (const TensorId entry : dumped.entries)
            attached.emplace_back(m_nodeOf[which], entry);
    }
    m_match.matchedEntries = attached.size();
    std::ranges::sort(attached);
    m_match.starts.assign(m_graph.nodes().size() + 1, 0);
    for (const auto& [node, entry] : attached) {
        ++m_match.starts[node.value() + 1];
        m_match.tensors.push_back(entry);
    }
    for (std::size_t i = 1; i < m_match.starts.size(); ++i)
        m_match.starts[i] += m_match.starts[i - 1];
    explainSilence();
    return std::move(m_match);
}

} // namespace

GraphMatch matchGraph(const Graph& graph, const DumpIndex& dump, const MatchScope& scope)
{
    return Matching(graph, dump, scope).run();
}

} // namespace dumpscope::core
