// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_link.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <string>
#include <unordered_map>

namespace dumpscope::gui {

namespace {

constexpr std::uint32_t kNone = core::ScopeTree::kNone;

/// Scopes by their path; runs by what they begin and end with, too.
std::vector<std::uint32_t> matchScopes(const core::ScopeTree& from, const core::ScopeTree& to)
{
    const auto keyOf = [](const core::ScopeTree::Scope& scope) {
        return scope.isRun ? scope.path + '\n' + scope.name : scope.path;
    };
    std::unordered_map<std::string, std::uint32_t> known;
    for (std::uint32_t i = 1; i < to.scopes().size(); ++i)
        known.emplace(keyOf(to.scope(i)), i);
    std::vector<std::uint32_t> found(from.scopes().size(), kNone);
    found[0] = 0;
    for (std::uint32_t i = 1; i < found.size(); ++i) {
        if (const auto same = known.find(keyOf(from.scope(i))); same != known.end())
            found[i] = same->second;
    }
    return found;
}

std::string fileName(const LoadedGraph& loaded, std::size_t candidate)
{
    const std::string& path = loaded.candidates[candidate].path;
    return path.substr(path.find_last_of('/') + 1);
}

std::vector<bool> missingOf(const std::vector<core::NodeId>& others)
{
    std::vector<bool> missing;
    for (const core::NodeId other : others)
        missing.push_back(!other.isValid());
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
    m_scopeToGolden = matchScopes(m_target.shown.tree(), m_golden.shown.tree());
    m_scopeToTarget = matchScopes(m_golden.shown.tree(), m_target.shown.tree());
    m_target.shown.setMissing(missingOf(m_toGolden));
    m_golden.shown.setMissing(missingOf(m_toTarget));
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
        if (item.index >= scopes.size() || scopes[item.index] == kNone)
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
    for (std::uint32_t scope = 0; scope < from.isOpen.size(); ++scope) {
        if (const auto other = counterpart({true, scope}, fromTarget))
            to.isOpen[other->index] = from.isOpen[scope];
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
}

void GraphLink::mirrorView(bool fromTarget)
{
    const GraphCanvas& from = side(fromTarget).canvas;
    GraphCanvas& to = side(!fromTarget).canvas;
    if (!isMatched() || m_isMirroring || !from.picture() || !to.picture())
        return;
    // What is chosen, else what is in the middle, is at the same place in both.
    QPointF shift;
    std::uint32_t at = from.currentPlace();
    if (at == kNone)
        at = from.placeUnder(QRectF(from.rect()).center());
    if (at != kNone) {
        const Item item = from.picture()->places[at].item;
        const auto other = counterpart(item, fromTarget);
        const std::uint32_t there
            = other ? to.picture()->placeFor(side(!fromTarget).shown.tree(), *other) : kNone;
        if (there != kNone)
            shift = GraphPainter::rectOf(to.picture()->places[there]).topLeft()
                - GraphPainter::rectOf(from.picture()->places[at]).topLeft();
    }
    const QScopedValueRollback mirroring(m_isMirroring, true);
    to.setView(from.zoom(), from.origin() + shift);
}

} // namespace dumpscope::gui
