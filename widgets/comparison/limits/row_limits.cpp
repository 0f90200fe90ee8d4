// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/limits/row_limits.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

RowLimits::RowLimits(const core::Limits& limits, const core::FilterTable& table)
{
    for (const core::LimitRule& rule : limits.rules) {
        auto when = core::FilterExpression::parse(rule.when, table);
        const int column = table.columnByName(rule.metric);
        if (when && column >= 0)
            m_rules.push_back({rule, std::move(*when), column});
    }
}

const core::LimitRule* RowLimits::ruleOf(const core::FilterTable& table, std::size_t row, int metric) const
{
    for (const Rule& rule : m_rules) {
        if (rule.column == metric && (rule.when.matchesEverything() || rule.when.matches(table, row)))
            return &rule.rule;
    }
    return nullptr;
}

std::vector<const core::LimitRule*> RowLimits::rulesOf(int metric) const
{
    std::vector<const core::LimitRule*> rules;
    for (const Rule& rule : m_rules) {
        if (rule.column == metric)
            rules.push_back(&rule.rule);
    }
    return rules;
}

std::optional<double> RowLimits::missedBy(const core::LimitRule& rule, double value)
{
    if (rule.holds(value))
        return std::nullopt;
    if (!std::isfinite(value))
        return 1;
    using Op = core::LimitRule::Op;
    double distance = std::abs(value), allowed = std::abs(rule.value);
    if (rule.op == Op::Greater || rule.op == Op::GreaterEqual) {
        // What is best when large is mostly a likeness, of which 1 is the best.
        const double best = rule.value <= 1 ? 1 : 2 * rule.value;
        distance = best - value;
        allowed = best - rule.value;
    }
    if (allowed <= 0 || distance <= 0)
        return 0.5;
    constexpr double kDecades = 4;
    return std::clamp(std::log10(distance / allowed) / kDecades, 0.0, 1.0);
}

} // namespace dumpscope::gui
