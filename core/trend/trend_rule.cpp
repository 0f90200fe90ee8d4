// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_rule.h"

#include "base/text.h"

#include <algorithm>
#include <cassert>

namespace dumpscope::core {

double TrendScope::number(std::string_view parameter) const
{
    const auto found
        = std::ranges::find(m_parameters, parameter, &std::pair<std::string_view, double>::first);
    assert(found != m_parameters.end());
    return found == m_parameters.end() ? 0 : found->second;
}

Message missingSteps(const TrendScope& scope)
{
    const std::size_t steps = scope.cube().steps().size();
    return static_cast<double>(steps) > scope.number("before")
        ? Message()
        : phrase("%1 steps are needed before, and the run has %2 in all", numberText(scope.number("before")),
            steps);
}

std::vector<const TrendRule*> TrendRules::sorted() const
{
    std::vector<const TrendRule*> rules;
    for (const auto& rule : m_rules)
        rules.push_back(rule.get());
    std::ranges::stable_sort(rules, {}, [](const TrendRule* rule) { return rule->info().precedence; });
    return rules;
}

const TrendRule* TrendRules::byId(std::string_view id) const
{
    for (const auto& rule : m_rules) {
        if (rule->info().id == id)
            return rule.get();
    }
    return nullptr;
}

std::shared_ptr<const TrendRules> builtinTrendRules()
{
    static const std::shared_ptr<const TrendRules> kRules = [] {
        auto rules = std::make_shared<TrendRules>();
        registerTrendRules(*rules);
        return rules;
    }();
    return kRules;
}

} // namespace dumpscope::core
