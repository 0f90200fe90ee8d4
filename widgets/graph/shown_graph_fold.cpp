// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/shown_graph.h"

#include "graph/graph_traversal.h"

#include <utility>

// What of the graph is unfolded, near and shown.
namespace dumpscope::gui {

void ShownGraph::setOpen(std::uint32_t scope, bool open)
{
    if (!m_loaded || scope == 0 || scope >= m_fold.isOpen.size() || m_fold.isOpen[scope] == open)
        return;
    m_fold.isOpen[scope] = open;
    m_isUntouched = false;
    emit foldChanged();
}

void ShownGraph::setFold(core::GraphFold fold, std::optional<std::uint32_t> hops)
{
    if (!m_loaded || fold.isOpen.size() != m_fold.isOpen.size()
        || (fold.isOpen == m_fold.isOpen && fold.shown == m_fold.shown))
        return;
    if (hops && !m_hops)
        m_beforeFocus = m_fold.isOpen;
    m_hops = hops;
    m_fold = std::move(fold);
    m_isUntouched = false;
    emit foldChanged();
}

void ShownGraph::foldAll()
{
    if (!m_loaded)
        return;
    m_fold.isOpen.assign(tree().scopes().size(), false);
    m_fold.isOpen[0] = true;
    m_isUntouched = false;
    emit foldChanged();
}

bool ShownGraph::unfoldAll()
{
    if (!m_loaded)
        return true;
    core::GraphFold wanted = m_fold;
    const std::uint32_t from = m_current && m_current->isScope ? m_current->index : 0;
    for (std::uint32_t scope = from; scope < tree().scope(from).endScope; ++scope)
        wanted.isOpen[scope] = true;
    if (core::seenCount(tree(), wanted) > kMostSeen)
        return false;
    m_fold = std::move(wanted);
    m_isUntouched = false;
    emit foldChanged();
    return true;
}

std::shared_ptr<const core::HelperNodes> ShownGraph::hidden() const
{
    return m_areHelpersShown ? nullptr : m_loaded->parts[m_number].helpers;
}

void ShownGraph::setHelpersShown(bool on)
{
    if (std::exchange(m_areHelpersShown, on) == on || !m_loaded)
        return;
    m_fold.hidden = hidden();
    emit helpersChanged();
    emit foldChanged();
}

void ShownGraph::reveal(const Item& item)
{
    if (!m_loaded)
        return;
    if (!item.isScope && m_fold.hidden && m_fold.hidden->holds(item.node()))
        setHelpersShown(true);
    const std::vector<bool> before = m_fold.isOpen;
    const bool isHidden = m_fold.shown && !item.isScope && !(*m_fold.shown)[item.index];
    if (isHidden)
        showEverything();
    core::openUpTo(tree(), item, m_fold.isOpen);
    if (m_fold.isOpen != before)
        emit foldChanged();
}

void ShownGraph::focusOn(std::uint32_t hops)
{
    if (!m_loaded || !m_current)
        return;
    std::vector<core::NodeId> from;
    if (m_current->isScope) {
        const core::ScopeTree::Scope& scope = tree().scope(m_current->index);
        from.assign(tree().order().begin() + scope.firstNode, tree().order().begin() + scope.endNode);
    } else {
        from.push_back(m_current->node());
    }
    const std::vector<core::NodeId> near = core::neighbourhoodOf(graph(), from, hops);
    auto shown = std::make_shared<std::vector<bool>>(graph().nodes().size(), false);
    if (!m_hops)
        m_beforeFocus = m_fold.isOpen;
    m_fold.isOpen = m_beforeFocus;
    for (const core::NodeId node : near) {
        (*shown)[node.value()] = true;
        if (near.size() <= kMostFocused)
            core::openUpTo(tree(), {false, node.value()}, m_fold.isOpen);
    }
    m_fold.shown = std::move(shown);
    m_isUntouched = false;
    m_hops = hops;
    emit foldChanged();
}

void ShownGraph::showEverything()
{
    if (!m_hops)
        return;
    m_hops.reset();
    m_fold.shown.reset();
    m_fold.isOpen = m_beforeFocus;
    if (m_current)
        core::openUpTo(tree(), *m_current, m_fold.isOpen);
    emit foldChanged();
}

} // namespace dumpscope::gui
