// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/scope_match.h"

#include <algorithm>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kNoScope = ScopeTree::kNone;

/// Runs by what they begin and end with, too.
std::string keyOf(const ScopeTree::Scope& scope)
{
    return scope.isRun ? scope.path + '\n' + scope.name : scope.path;
}

class ScopeMatcher {
public:
    ScopeMatcher(const ScopeTree& from, const ScopeTree& to, std::span<const NodeId> nodes)
        : m_from(from)
        , m_to(to)
        , m_nodes(nodes)
        , m_found(from.scopes().size(), kNoScope)
        , m_isTaken(to.scopes().size(), false)
    {
        take(0, 0);
    }

    std::vector<std::uint32_t> run()
    {
        matchPaths();
        matchContents();
        return std::move(m_found);
    }

private:
    void take(std::uint32_t scope, std::uint32_t other)
    {
        m_found[scope] = other;
        m_isTaken[other] = true;
    }

    void matchPaths()
    {
        std::unordered_map<std::string, std::uint32_t> known;
        for (std::uint32_t i = 1; i < m_to.scopes().size(); ++i)
            known.emplace(keyOf(m_to.scope(i)), i);
        for (std::uint32_t i = 1; i < m_found.size(); ++i) {
            const auto same = known.find(keyOf(m_from.scope(i)));
            if (same != known.end() && !m_isTaken[same->second])
                take(i, same->second);
        }
    }

    void matchContents()
    {
        // How many nodes of `to` are paired, up to each place.
        std::vector<std::uint32_t> paired(m_to.order().size() + 1, 0);
        for (const NodeId other : m_nodes) {
            if (other.isValid())
                paired[m_to.placeOf(other) + 1] = 1;
        }
        for (std::size_t i = 1; i < paired.size(); ++i)
            paired[i] += paired[i - 1];
        for (std::uint32_t scope = 1; scope < m_found.size(); ++scope) {
            if (m_found[scope] != kNoScope)
                continue;
            std::uint32_t first = kNoScope, last = 0, inside = 0;
            for (std::uint32_t i = m_from.scope(scope).firstNode; i < m_from.scope(scope).endNode; ++i) {
                const NodeId other = m_nodes[m_from.order()[i].value()];
                if (!other.isValid())
                    continue;
                first = std::min(first, m_to.placeOf(other));
                last = std::max(last, m_to.placeOf(other));
                ++inside;
            }
            if (inside == 0)
                continue;
            std::uint32_t holder = m_to.scopeOf(m_to.order()[first]);
            while (m_to.scope(holder).firstNode > first || m_to.scope(holder).endNode <= last)
                holder = m_to.scope(holder).parent;
            const ScopeTree::Scope& found = m_to.scope(holder);
            // It may hold others, but not mostly.
            if (!m_isTaken[holder] && paired[found.endNode] - paired[found.firstNode] <= 2 * inside)
                take(scope, holder);
        }
    }

    const ScopeTree &m_from, &m_to;
    std::span<const NodeId> m_nodes;
    std::vector<std::uint32_t> m_found;
    std::vector<bool> m_isTaken;
};

} // namespace

std::vector<std::uint32_t> matchScopes(
    const ScopeTree& from, const ScopeTree& to, std::span<const NodeId> nodes)
{
    return ScopeMatcher(from, to, nodes).run();
}

} // namespace dumpscope::core
