// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/operator_name_match.h"

#include "base/text.h"
#include "readers/mindspore/mindspore_scope.h"

#include <algorithm>

namespace dumpscope::core {

std::string_view nameRuleWord(NameRule rule)
{
    switch (rule) {
    case NameRule::None:
        return {};
    case NameRule::Exact:
        return "exact";
    case NameRule::Sanitised:
        return "sanitised";
    case NameRule::ShortName:
        return "short-name";
    case NameRule::OperatorNumber:
        return "operator-number";
    case NameRule::ExecutionOrder:
        return "execution-order";
    case NameRule::OriginalName:
        return "original-name";
    }
    return {};
}

OperatorNameMatcher::OperatorNameMatcher(std::vector<std::string_view> known)
    : m_known(std::move(known))
{
    for (std::uint32_t i = 0; i < m_known.size(); ++i) {
        const std::string_view name = m_known[i];
        if (name.empty() || !m_exact.emplace(name, i).second)
            continue;
        m_sanitised[sanitisedScope(name)].push_back(i);
        m_short[lastScopeComponent(name)].push_back(i);
        m_stems[sanitisedScope(withoutOpNumber(name))].push_back(i);
    }
    for (auto& [stem, places] : m_stems)
        std::ranges::stable_sort(places,
            [&](std::uint32_t a, std::uint32_t b) { return naturalCompare(m_known[a], m_known[b]) < 0; });
}

NameMatch OperatorNameMatcher::matchOne(std::string_view name) const
{
    NameMatch match;
    if (const auto exact = m_exact.find(name); exact != m_exact.end()) {
        match.index = exact->second;
        match.rule = NameRule::Exact;
        return match;
    }
    const auto take = [&](const Places& places, NameRule rule) {
        if (places.size() > 1) {
            match.candidates = places;
            return;
        }
        match.index = places.front();
        match.rule = rule;
    };
    if (const auto sanitised = m_sanitised.find(sanitisedScope(name)); sanitised != m_sanitised.end())
        take(sanitised->second, NameRule::Sanitised);
    else if (const auto last = m_short.find(name); last != m_short.end())
        take(last->second, NameRule::ShortName);
    return match;
}

std::vector<NameMatch> OperatorNameMatcher::match(std::span<const std::string_view> dumped) const
{
    std::vector<NameMatch> matches(dumped.size());
    std::vector<bool> taken(m_known.size(), false);
    std::unordered_map<std::string, Places> open; ///< stem -> dumped names without a match
    for (std::uint32_t i = 0; i < dumped.size(); ++i) {
        matches[i] = matchOne(dumped[i]);
        if (matches[i].rule != NameRule::None)
            taken[matches[i].index] = true;
        else if (matches[i].candidates.empty())
            open[sanitisedScope(withoutOpNumber(dumped[i]))].push_back(i);
    }
    for (auto& [stem, names] : open) {
        const auto places = m_stems.find(stem);
        if (places == m_stems.end())
            continue;
        std::ranges::stable_sort(names,
            [&](std::uint32_t a, std::uint32_t b) { return naturalCompare(dumped[a], dumped[b]) < 0; });
        auto place = places->second.begin();
        for (const std::uint32_t name : names) {
            place = std::find_if(
                place, places->second.end(), [&](std::uint32_t known) { return !taken[known]; });
            const bool found = place != places->second.end();
            matches[name].samePath = found ? *place : places->second.back();
            if (!found)
                continue;
            matches[name].index = *place;
            matches[name].rule = NameRule::OperatorNumber;
            ++place;
        }
    }
    return matches;
}

} // namespace dumpscope::core
