// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/module_trust.h"

#include "compare/pairing/sequence_aligner.h"
#include "model/recorded_order.h"

#include <algorithm>
#include <map>

namespace dumpscope::core {

namespace {

/// Fewer may have changed places with a neighbour.
constexpr std::ptrdiff_t kCrossed = 3;

bool isInOrder(const OperatorSequence& side)
{
    std::vector<TensorId> tensors;
    tensors.reserve(side.size());
    for (std::size_t i = 0; i < side.size(); ++i)
        tensors.push_back(side.id(i));
    return isInExecutionOrder(side.index(), tensors);
}

} // namespace

ModuleTrust::ModuleTrust(const PlaceFeatures& features)
    : m_features(features)
{
    for (const auto& [side, called] :
        {std::pair(&features.target, &m_target), std::pair(&features.golden, &m_golden)}) {
        for (const OperatorFeatures& op : *side) {
            if (op.scope != 0)
                called->insert(keyOf(op.stem, op.scope));
        }
    }
}

bool ModuleTrust::areApart(std::uint32_t target, std::uint32_t golden) const
{
    const OperatorFeatures &t = m_features.target[target], &g = m_features.golden[golden];
    return t.scope != g.scope && t.scope != 0 && g.scope != 0
        && (m_golden.contains(keyOf(g.stem, t.scope)) || m_target.contains(keyOf(t.stem, g.scope)));
}

bool ModuleTrust::isSameModule(const NamedMatch& match) const
{
    return m_features.target[match.target].scope == m_features.golden[match.golden].scope;
}

bool ModuleTrust::contradicts(const OperatorFamily& family, std::span<const NamedMatch> matches) const
{
    if (std::ranges::none_of(matches, [&](const NamedMatch& match) {
            return m_features.target[match.target].scope != 0 && isSameModule(match);
        }))
        return false; // one side counts modules otherwise
    // Members of each module that have no partner in it.
    std::map<std::uint32_t, std::ptrdiff_t> targets, goldens;
    for (const std::uint32_t t : family.target)
        ++targets[m_features.target[t].scope];
    for (const std::uint32_t g : family.golden)
        ++goldens[m_features.golden[g].scope];
    for (const NamedMatch& match : matches) {
        if (isSameModule(match)) {
            --targets[m_features.target[match.target].scope];
            --goldens[m_features.golden[match.golden].scope];
        }
    }
    return std::ranges::any_of(matches, [&](const NamedMatch& match) {
        const std::uint32_t t = m_features.target[match.target].scope;
        const std::uint32_t g = m_features.golden[match.golden].scope;
        return t != g && t != 0 && g != 0 && (goldens[t] > 0 || targets[g] > 0);
    });
}

bool TrustedOrder::contradicts(std::span<const NamedMatch> matches)
{
    if (matches.empty())
        return false;
    if (!m_anchors)
        collect();
    return std::ranges::any_of(matches, [&](const NamedMatch& match) {
        const auto before = std::ranges::lower_bound(
            *m_anchors, match.target, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
        const auto there = std::ranges::lower_bound(
            *m_anchors, match.golden, {}, &std::pair<std::uint32_t, std::uint32_t>::second);
        return std::abs(before - there) >= kCrossed;
    });
}

void TrustedOrder::collect()
{
    m_anchors.emplace();
    if (!isInOrder(m_place.target) || !isInOrder(m_place.golden))
        return;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> anchors;
    for (std::uint32_t t = 0; t < m_place.partner.size(); ++t) {
        if (m_place.partner[t] != kNoOperator)
            anchors.emplace_back(t, m_place.partner[t]);
    }
    for (const OperatorFamily& family : m_families) {
        if (family.target.size() != family.golden.size())
            continue;
        const std::vector<NamedMatch> matches = namedMatches(m_place, m_features, family);
        const bool isPlain = matches.size() == family.target.size()
            && std::ranges::all_of(matches, [&](const NamedMatch& match) {
                   return m_features.target[match.target].shapes == m_features.golden[match.golden].shapes;
               });
        for (const NamedMatch& match : matches) {
            if (isPlain)
                anchors.emplace_back(match.target, match.golden);
        }
    }
    std::ranges::sort(anchors);
    anchors.erase(std::unique(anchors.begin(), anchors.end()), anchors.end());
    m_anchors = longestAscending(anchors);
}

} // namespace dumpscope::core
