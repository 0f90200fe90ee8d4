// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_link.h"

#include "graph/scope_match.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <string>
#include <unordered_map>

namespace dumpscope::gui {

namespace {

std::string fileName(const LoadedGraph& loaded, std::size_t candidate)
{
    const std::string& path = loaded.candidates[candidate].path;
    return path.substr(path.find_last_of('/') + 1);
}

/// What the other graph does not have. Another form of the network has other loads, ties and constants of
/// its own, so there only what was dumped counts.
std::vector<bool> missingOf(const ShownGraph& shown, const std::vector<core::NodeId>& others, bool isSameForm)
{
    std::vector<bool> missing;
    for (std::size_t node = 0; node < others.size(); ++node)
        missing.push_back(
            !others[node].isValid() && (isSameForm || !shown.match().tensorsOf(core::NodeId(node)).empty()));
    return missing;
}

} // namespace

GraphLink::GraphLink(Side target, Side golden, const Comparisons& comparisons, QObject* parent)
    : QObject(parent)
    , m_target(target)
    , m_golden(golden)
    , m_comparisons(comparisons)
{
    for (const bool isTarget : {true, false}) {
        const Side& of = side(isTarget);
        connect(&of.shown, &ShownGraph::graphChanged, this, &GraphLink::match);
        connect(&of.shown, &ShownGraph::foldChanged, this, [this, isTarget] { mirrorFold(isTarget); });
        connect(&of.shown, &ShownGraph::currentChanged, this, [this, isTarget] { mirrorChoice(isTarget); });
        connect(&of.canvas, &GraphCanvas::viewChanged, this, [this, isTarget] { mirrorView(isTarget); });
    }
}

void GraphLink::setOn(bool on)
{
    m_isOn = on;
    match();
}

void GraphLink::unmatch()
{
    m_toGolden.clear();
    m_toTarget.clear();
    for (const bool isTarget : {true, false}) {
        if (side(isTarget).shown.loaded())
            side(isTarget).shown.setMissing({});
    }
}

void GraphLink::match()
{
    if (m_isMirroring)
        return;
    if (!m_isOn || !m_target.shown.loaded() || !m_golden.shown.loaded())
        return unmatch();
    // The same file of both dumps where both have it; another one may tell other things of the same graph.
    const LoadedGraph& beside = *m_golden.shown.loaded();
    const std::string wanted = fileName(*m_target.shown.loaded(), m_target.shown.loaded()->candidate);
    for (std::size_t i = 0; i < beside.candidates.size() && !m_golden.shown.error(); ++i) {
        if (fileName(beside, beside.candidate) != wanted && fileName(beside, i) == wanted
            && beside.candidates[i].readable)
            return m_golden.shown.showCandidate(i); // its arrival leads here again
    }
    const core::Graph &target = m_target.shown.graph(), &golden = m_golden.shown.graph();
    m_toGolden.assign(target.nodes().size(), {});
    m_toTarget.assign(golden.nodes().size(), {});
    pairTensors();
    std::unordered_map<std::string_view, core::NodeId> byName;
    for (std::size_t i = 0; i < golden.nodes().size(); ++i)
        byName.emplace(golden.text(golden.nodes()[i].name), core::NodeId(i));
    for (std::size_t i = 0; i < target.nodes().size(); ++i) {
        const auto same = byName.find(target.text(target.nodes()[i].name));
        if (m_toGolden[i].isValid() || same == byName.end() || m_toTarget[same->second.value()].isValid())
            continue;
        m_toGolden[i] = same->second;
        m_toTarget[same->second.value()] = core::NodeId(i);
    }
    m_scopeToGolden = core::matchScopes(m_target.shown.tree(), m_golden.shown.tree(), m_toGolden);
    m_scopeToTarget.assign(m_golden.shown.tree().scopes().size(), core::ScopeTree::kNone);
    for (std::uint32_t scope = 0; scope < m_scopeToGolden.size(); ++scope) {
        if (m_scopeToGolden[scope] != core::ScopeTree::kNone)
            m_scopeToTarget[m_scopeToGolden[scope]] = scope;
    }
    const bool isSameForm
        = m_target.shown.loaded()->document.format == m_golden.shown.loaded()->document.format;
    m_target.shown.setMissing(missingOf(m_target.shown, m_toGolden, isSameForm));
    m_golden.shown.setMissing(missingOf(m_golden.shown, m_toTarget, isSameForm));
    mirrorFold(true);
    mirrorChoice(true);
}

void GraphLink::pairTensors()
{
    const ComparisonDocument* const comparison = m_comparisons.current();
    if (!comparison || !comparison->pairs()
        || comparison->pairs()->target().index != m_target.shown.loaded()->index
        || comparison->pairs()->golden().index != m_golden.shown.loaded()->index)
        return;
    const core::PairTable& pairs = *comparison->pairs();
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const core::TensorPair& pair = pairs.row(row).pair;
        const LoadedGraph::Place a = m_target.shown.loaded()->places[pair.target.value()];
        const LoadedGraph::Place b = m_golden.shown.loaded()->places[pair.golden.value()];
        if (!a.node.isValid() || !b.node.isValid() || a.number != m_target.shown.number()
            || b.number != m_golden.shown.number())
            continue;
        if (!m_toGolden[a.node.value()].isValid() && !m_toTarget[b.node.value()].isValid()) {
            m_toGolden[a.node.value()] = b.node;
            m_toTarget[b.node.value()] = a.node;
        }
    }
}

std::optional<GraphLink::Item> GraphLink::counterpart(const Item& item, bool ofTarget) const
{
    if (item.isScope) {
        const auto& scopes = ofTarget ? m_scopeToGolden : m_scopeToTarget;
        if (item.index >= scopes.size() || scopes[item.index] == core::ScopeTree::kNone)
            return std::nullopt;
        return Item {true, scopes[item.index]};
    }
    const auto& nodes = ofTarget ? m_toGolden : m_toTarget;
    if (item.index >= nodes.size() || !nodes[item.index].isValid())
        return std::nullopt;
    return Item {false, nodes[item.index].value()};
}

void GraphLink::mirrorFold(bool fromTarget)
{
    if (!isMatched() || m_isMirroring)
        return;
    const QScopedValueRollback mirroring(m_isMirroring, true);
    const core::GraphFold& from = side(fromTarget).shown.fold();
    core::GraphFold to = side(!fromTarget).shown.fold();
    const core::ScopeTree &fromTree = side(fromTarget).shown.tree(), &toTree = side(!fromTarget).shown.tree();
    std::vector<bool> isSeenOpen(from.isOpen.size(), true); // parents come first
    for (std::uint32_t scope = 0; scope < from.isOpen.size(); ++scope) {
        const std::uint32_t parent = fromTree.scope(scope).parent;
        isSeenOpen[scope] = from.isOpen[scope] && (parent == core::ScopeTree::kNone || isSeenOpen[parent]);
        const auto other = counterpart({true, scope}, fromTarget);
        if (!other)
            continue;
        to.isOpen[other->index] = from.isOpen[scope];
        if (isSeenOpen[scope]) // it may lie in scopes that nothing stands for
            core::openUpTo(toTree, *other, to.isOpen);
    }
    to.shown.reset();
    if (from.shown) {
        auto shown
            = std::make_shared<std::vector<bool>>(side(!fromTarget).shown.graph().nodes().size(), false);
        for (std::uint32_t node = 0; node < from.shown->size(); ++node) {
            const auto other = (*from.shown)[node] ? counterpart({false, node}, fromTarget) : std::nullopt;
            if (other)
                (*shown)[other->index] = true;
        }
        to.shown = std::move(shown);
    }
    side(!fromTarget).shown.setFold(std::move(to), side(fromTarget).shown.focusHops());
}

void GraphLink::mirrorChoice(bool fromTarget)
{
    const auto& current = side(fromTarget).shown.current();
    if (!isMatched() || m_isMirroring || !current)
        return;
    const auto other = counterpart(*current, fromTarget);
    if (!other)
        return;
    const QScopedValueRollback mirroring(m_isMirroring, true);
    side(!fromTarget).shown.choose(*other);
    const core::GraphFold& fold = side(fromTarget).shown.fold();
    const core::ScopeTree& tree = side(fromTarget).shown.tree();
    std::uint32_t scope = tree.parentOf(*current);
    while (scope != core::ScopeTree::kNone && fold.isOpen[scope])
        scope = tree.scope(scope).parent;
    if (scope == core::ScopeTree::kNone) // it is seen itself, and so is the other
        side(!fromTarget).shown.reveal(*other);
}

void GraphLink::mirrorView(bool fromTarget)
{
    // Where nobody moved anything the target leads.
    fromTarget = fromTarget || m_golden.canvas.isAdapting();
    const GraphCanvas& from = side(fromTarget).canvas;
    GraphCanvas& to = side(!fromTarget).canvas;
    if (!isMatched() || m_isMirroring || !from.picture() || !to.picture())
        return;
    // What is chosen, else what is in the middle, is at the same place in both.
    QPointF shift;
    std::uint32_t at = from.currentPlace();
    if (at == core::ScopeTree::kNone)
        at = from.placeUnder(QRectF(from.rect()).center());
    if (at != core::ScopeTree::kNone) {
        const Item item = from.picture()->places[at].item;
        const auto other = counterpart(item, fromTarget);
        const std::uint32_t there
            = other ? to.picture()->placeFor(side(!fromTarget).shown.tree(), *other) : core::ScopeTree::kNone;
        if (there != core::ScopeTree::kNone)
            shift = GraphPainter::rectOf(to.picture()->places[there]).topLeft()
                - GraphPainter::rectOf(from.picture()->places[at]).topLeft();
    }
    const QScopedValueRollback mirroring(m_isMirroring, true);
    to.view().set(from.view().zoom(), from.view().origin() + shift);
}

} // namespace dumpscope::gui
