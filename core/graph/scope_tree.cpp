// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/scope_tree.h"

#include "graph/flow_order.h"
#include "readers/mindspore/mindspore_scope.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// A scope while the tree is made.
struct Draft {
    std::string name, path;
    bool isRun = false;
    std::vector<ScopeTree::Item> children;
    std::uint64_t key = ~0ULL; ///< place of its first node in the data flow
};

bool isSource(const GraphNode& node)
{
    return node.kind == NodeKind::Constant || (node.kind == NodeKind::Parameter && node.isWeight);
}

std::string shortName(const Graph& graph, NodeId id)
{
    const GraphNode& node = graph.node(id);
    return std::string(lastScopeComponent(graph.text(node.name)));
}

class TreeMaker {
public:
    explicit TreeMaker(const Graph& graph)
        : m_graph(graph)
        , m_keys(graph.nodes().size())
    {
        const std::vector<std::uint32_t> order = dataFlowOrder(graph);
        for (std::size_t i = 0; i < order.size(); ++i)
            m_keys[i] = order[i] * 2ULL + 1;
        m_drafts.emplace_back();
        m_drafts[0].name = graph.name;
        std::vector<std::uint32_t> scopes;
        for (std::size_t i = 0; i < order.size(); ++i)
            scopes.push_back(scopeAt(pathOf(NodeId(i), order)));
        for (std::size_t i = 0; i < order.size(); ++i)
            m_drafts[ownScopeOf(NodeId(i)).value_or(scopes[i])].children.push_back(
                {false, static_cast<std::uint32_t>(i)});
    }

    std::vector<Draft> run()
    {
        // Children come after their parents, so that one pass backwards knows everything below.
        for (std::size_t i = m_drafts.size(); i-- > 0;) {
            for (const ScopeTree::Item& item : m_drafts[i].children)
                m_drafts[i].key = std::min(m_drafts[i].key, keyOf(item));
        }
        const std::size_t real = m_drafts.size();
        for (std::size_t i = 0; i < real; ++i)
            join(i);
        for (std::size_t i = 0; i < real; ++i) {
            std::ranges::stable_sort(m_drafts[i].children, {},
                [this](const ScopeTree::Item& item) { return std::pair(keyOf(item), item.index); });
            if (m_graph.nodes().size() >= ScopeTree::kFewestForRuns)
                partIntoRuns(i);
        }
        return std::move(m_drafts);
    }

private:
    [[nodiscard]] std::uint64_t keyOf(const ScopeTree::Item& item) const
    {
        return item.isScope ? m_drafts[item.index].key : m_keys[item.index];
    }

    [[nodiscard]] std::string_view pathOf(NodeId id, const std::vector<std::uint32_t>& order)
    {
        const GraphNode& node = m_graph.node(id);
        if (node.kind == NodeKind::Result)
            return {};
        const auto readers = m_graph.consumers(id);
        if (!isSource(node) || readers.empty())
            return m_graph.scope(node);
        const NodeId first = *std::ranges::min_element(
            readers, {}, [&order](NodeId reader) { return order[reader.value()]; });
        m_keys[id.value()] = order[first.value()] * 2ULL; // just before it
        return m_graph.scope(m_graph.node(first));
    }

    /// The scope that has the name of a node: a layer that calls what stands below its name is in it, not
    /// beside it.
    [[nodiscard]] std::optional<std::uint32_t> ownScopeOf(NodeId id) const
    {
        const GraphNode& node = m_graph.node(id);
        const auto own
            = node.kind == NodeKind::Operator ? m_byPath.find(m_graph.text(node.name)) : m_byPath.end();
        return own == m_byPath.end() || own->second == 0 ? std::nullopt : std::optional(own->second);
    }

    /// Scope of a path; makes what is missing on the way.
    std::uint32_t scopeAt(std::string_view path)
    {
        if (const auto known = m_byPath.find(path); known != m_byPath.end())
            return known->second;
        std::uint32_t at = 0;
        std::size_t begin = 0, depth = 0;
        while (begin < path.size()) {
            std::size_t end = ++depth >= ScopeTree::kMostDepth ? path.size() : path.find('/', begin);
            end = std::min(end, path.size());
            if (end > begin) {
                const std::string_view whole = path.substr(0, end);
                if (const auto known = m_byPath.find(whole); known != m_byPath.end()) {
                    at = known->second;
                } else {
                    const auto made = static_cast<std::uint32_t>(m_drafts.size());
                    m_drafts[at].children.push_back({true, made});
                    at = made;
                    m_drafts.push_back(
                        {std::string(path.substr(begin, end - begin)), std::string(whole), false, {}, ~0ULL});
                    m_byPath.emplace(whole, at);
                }
            }
            begin = end + 1;
        }
        m_byPath.emplace(path, at); // also "a//b" and "a/"
        return at;
    }

    /// Takes over the only scope inside, and its only scope, and so on.
    void join(std::size_t scope)
    {
        Draft& draft = m_drafts[scope];
        while (scope != 0 && draft.children.size() == 1 && draft.children[0].isScope) {
            Draft& inner = m_drafts[draft.children[0].index];
            draft.name += '/' + inner.name;
            draft.path = inner.path;
            std::vector<ScopeTree::Item> children = std::move(inner.children);
            draft.children = std::move(children);
        }
    }

    void partIntoRuns(std::size_t scope)
    {
        std::vector<ScopeTree::Item> items = std::move(m_drafts[scope].children);
        while (items.size() > ScopeTree::kMostChildren) {
            const std::size_t runs = (items.size() + ScopeTree::kRun - 1) / ScopeTree::kRun;
            std::vector<ScopeTree::Item> above;
            for (std::size_t i = 0; i < runs; ++i) {
                Draft run;
                run.isRun = true;
                run.path = m_drafts[scope].path;
                const auto begin = items.begin() + static_cast<std::ptrdiff_t>(items.size() * i / runs);
                const auto end = items.begin() + static_cast<std::ptrdiff_t>(items.size() * (i + 1) / runs);
                run.children.assign(begin, end);
                run.key = keyOf(*begin);
                run.name = firstName(*begin) + " … " + lastName(*std::prev(end));
                above.push_back({true, static_cast<std::uint32_t>(m_drafts.size())});
                m_drafts.push_back(std::move(run));
            }
            items = std::move(above);
        }
        m_drafts[scope].children = std::move(items);
    }

    std::string firstName(ScopeTree::Item item) const
    {
        while (item.isScope && m_drafts[item.index].isRun)
            item = m_drafts[item.index].children.front();
        return item.isScope ? m_drafts[item.index].name : shortName(m_graph, item.node());
    }
    std::string lastName(ScopeTree::Item item) const
    {
        while (item.isScope && m_drafts[item.index].isRun)
            item = m_drafts[item.index].children.back();
        return item.isScope ? m_drafts[item.index].name : shortName(m_graph, item.node());
    }

    const Graph& m_graph;
    std::vector<std::uint64_t> m_keys; ///< by node
    std::vector<Draft> m_drafts;
    std::unordered_map<std::string_view, std::uint32_t> m_byPath; ///< views into the graph's texts
};

/// Edges of one level as the lines that are drawn.
class StrandBundle {
public:
    /// One edge.
    void add(const Strand& edge)
    {
        if (edge.from == edge.to)
            return;
        Ends& ends = m_ends[{edge.from, edge.to}];
        const Tensor tensor {edge.producer.value(), edge.slot, edge.isControl};
        const auto known = std::ranges::find(ends.tensors, tensor);
        if (known != ends.tensors.end()) {
            ++m_strands[ends.strands[static_cast<std::size_t>(known - ends.tensors.begin())]].edges;
            return;
        }
        if (ends.strands.size() > Strand::kMostTensors && !edge.isControl) { // they will be one
            ++m_strands[ends.strands.front()].edges;
            return;
        }
        if (edge.isControl && !ends.strands.empty()) // order beside data or another order
            return;
        if (!ends.strands.empty()
            && m_strands[ends.strands.front()].isControl) { // data tells more than order
            ends.tensors.front() = tensor;
            m_strands[ends.strands.front()] = edge;
            return;
        }
        ends.tensors.push_back(tensor);
        ends.strands.push_back(m_strands.size());
        m_strands.push_back(edge);
    }

    std::vector<Strand> take()
    {
        std::vector<bool> isGone(m_strands.size(), false);
        for (const auto& [places, ends] : m_ends) {
            if (ends.strands.size() <= Strand::kMostTensors)
                continue;
            Strand& one = m_strands[ends.strands.front()];
            for (std::size_t i = 1; i < ends.strands.size(); ++i) {
                one.edges += m_strands[ends.strands[i]].edges;
                isGone[ends.strands[i]] = true;
            }
        }
        std::vector<Strand> kept;
        for (std::size_t i = 0; i < m_strands.size(); ++i) {
            if (!isGone[i])
                kept.push_back(m_strands[i]);
        }
        return kept;
    }

private:
    using Tensor = std::tuple<std::uint32_t, std::uint32_t, bool>;
    struct Ends {
        std::vector<Tensor> tensors;
        std::vector<std::size_t> strands; ///< by tensor
    };
    std::map<std::pair<std::int32_t, std::int32_t>, Ends> m_ends;
    std::vector<Strand> m_strands;
};

} // namespace

std::vector<std::uint32_t> dataFlowOrder(const Graph& graph)
{
    std::vector<FlowEdge> edges;
    for (std::uint32_t i = 0; i < graph.nodes().size(); ++i) {
        for (const NodeId reader : graph.consumers(NodeId(i)))
            edges.emplace_back(i, reader.value());
    }
    return flowOrder(graph.nodes().size(), edges);
}

ScopeTree::ScopeTree(const Graph& graph)
    : m_places(graph.nodes().size(), kNone)
    , m_scopeOf(graph.nodes().size(), 0)
{
    std::vector<Draft> drafts = TreeMaker(graph).run();
    // Numbered from left to right, parents first; without recursion, as scopes may be nested deeply.
    struct Visit {
        std::uint32_t draft, scope;
        std::size_t child = 0;
    };
    std::vector<Visit> path;
    const auto enter = [&](std::uint32_t draft, std::uint32_t parent) {
        const auto number = static_cast<std::uint32_t>(m_scopes.size());
        Scope& made = m_scopes.emplace_back();
        made.name = std::move(drafts[draft].name);
        made.path = std::move(drafts[draft].path);
        made.isRun = drafts[draft].isRun;
        made.parent = parent;
        made.depth = static_cast<std::uint32_t>(path.size());
        made.firstNode = static_cast<std::uint32_t>(m_order.size());
        path.push_back({draft, number});
        return number;
    };
    enter(0, kNone);
    while (!path.empty()) {
        Visit& visit = path.back();
        Draft& draft = drafts[visit.draft];
        const std::uint32_t number = visit.scope;
        if (visit.child == draft.children.size()) {
            m_scopes[number].endScope = static_cast<std::uint32_t>(m_scopes.size());
            m_scopes[number].endNode = static_cast<std::uint32_t>(m_order.size());
            m_scopes[number].children = std::move(draft.children);
            path.pop_back();
            if (!path.empty())
                m_scopes[path.back().scope].operators += m_scopes[number].operators;
            continue;
        }
        Item& item = draft.children[visit.child++];
        if (item.isScope) {
            const std::uint32_t inner = item.index;
            item.index = static_cast<std::uint32_t>(m_scopes.size());
            enter(inner, number);
            continue;
        }
        m_places[item.index] = static_cast<std::uint32_t>(m_order.size());
        m_scopeOf[item.index] = number;
        m_order.push_back(item.node());
        const GraphNode& node = graph.node(item.node());
        m_scopes[number].operators
            += node.kind == NodeKind::Operator || node.kind == NodeKind::Module ? 1 : 0;
    }
}

ScopeLevel levelOf(const Graph& graph, const ScopeTree& tree, std::uint32_t scope,
    const std::vector<bool>* shown, const HelperNodes* hidden)
{
    const auto isShown = [shown, hidden](NodeId node) {
        return (!shown || (*shown)[node.value()]) && (!hidden || !hidden->holds(node));
    };
    const ScopeTree::Scope& whole = tree.scope(scope);
    ScopeLevel level;
    std::vector<std::int32_t> childAt(whole.endNode - whole.firstNode, Strand::kOutside);
    for (const ScopeTree::Item& child : whole.children) {
        std::uint32_t begin = child.isScope ? tree.scope(child.index).firstNode : tree.placeOf(child.node());
        const std::uint32_t end = child.isScope ? tree.scope(child.index).endNode : begin + 1;
        bool isThere = false;
        for (; begin < end; ++begin) {
            if (!isShown(tree.order()[begin]))
                continue;
            isThere = true;
            childAt[begin - whole.firstNode] = static_cast<std::int32_t>(level.children.size());
        }
        if (isThere)
            level.children.push_back(child);
    }
    const auto childOf = [&](NodeId node) {
        const std::uint32_t place = tree.placeOf(node);
        return place >= whole.firstNode && place < whole.endNode ? childAt[place - whole.firstNode]
                                                                 : Strand::kOutside;
    };
    StrandBundle bundle;
    for (std::uint32_t place = whole.firstNode; place < whole.endNode; ++place) {
        const NodeId id = tree.order()[place];
        if (!isShown(id))
            continue;
        const auto take = [&](const GraphInput& input) {
            if (input.from.isValid() && !input.otherGraph && isShown(input.from))
                bundle.add({childOf(input.from), childOf(id), 1, input.control, input.from, id, input.slot});
        };
        for (const GraphInput& input : graph.inputs(graph.node(id))) {
            if (!hidden)
                take(input);
            else
                std::ranges::for_each(hidden->sourcesOf(graph, input), take);
        }
        for (const NodeId reader : graph.consumers(id)) {
            const auto goOut = [&](NodeId other) {
                if (!isShown(other) || childOf(other) != Strand::kOutside)
                    return;
                for (const GraphInput& input : graph.inputs(graph.node(reader))) {
                    if (input.from == id && !input.otherGraph)
                        bundle.add({childOf(id), Strand::kOutside, 1, input.control, id, other, input.slot});
                }
            };
            if (!hidden)
                goOut(reader);
            else
                std::ranges::for_each(hidden->readersBehind(graph, id, reader), goOut);
        }
    }
    level.strands = bundle.take();
    return level;
}

} // namespace dumpscope::core
