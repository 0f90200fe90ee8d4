// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/limits/default_limits.h"

#include "compare/tables/pair_table.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

const Limits& usualLimits()
{
    static const Limits usual = presetLimits("precision").value();
    return usual;
}

bool isSameRule(const LimitRule& a, const LimitRule& b)
{
    return a.metric == b.metric && a.op == b.op && a.value == b.value && a.verdict == b.verdict
        && a.when == b.when;
}

std::optional<CompiledLimits> compiledFor(const Limits& limits, const PairTable& pairs)
{
    auto compiled = CompiledLimits::compile(limits, pairs);
    return compiled ? std::optional(std::move(*compiled)) : std::nullopt;
}

} // namespace

bool DefaultLimits::areIn(const Limits& limits)
{
    return std::ranges::any_of(limits.rules, [](const LimitRule& rule) {
        return std::ranges::any_of(
            usualLimits().rules, [&](const LimitRule& usual) { return isSameRule(rule, usual); });
    });
}

DefaultLimits::DefaultLimits(const Limits& limits, const PairTable& pairs)
    : m_pairs(pairs)
    , m_areAll(limitsJson(limits) == limitsJson(usualLimits()))
{
    if (m_areAll || !areIn(limits))
        return;
    for (const std::string& metric : usualLimits().metrics())
        m_metrics.emplace_back(metric, pairs.columnByName(metric));
    m_usual = compiledFor(usualLimits(), pairs);
    m_own = compiledFor(limits, pairs);
}

bool DefaultLimits::decide(std::size_t row) const
{
    if (!m_usual || !m_own)
        return m_areAll;
    return std::ranges::none_of(m_own->missed(m_pairs, row), [&](const CompiledLimits::Missed& missed) {
        const LimitRule* const usual = m_usual->limitOf(missed.rule.metric, m_pairs, row);
        return usual && !isSameRule(*usual, missed.rule);
    });
}

bool DefaultLimits::areKept(std::size_t row) const
{
    if (!m_usual || !m_own)
        return m_areAll;
    return std::ranges::all_of(m_metrics, [&](const auto& metric) {
        const auto& [name, column] = metric;
        if (column < 0 || !cellNumber(m_pairs.cell(row, column)))
            return true;
        const LimitRule* const usual = m_usual->limitOf(name, m_pairs, row);
        const LimitRule* const own = usual ? m_own->limitOf(name, m_pairs, row) : nullptr;
        return !usual || (own && isSameRule(*usual, *own));
    });
}

CompiledLimits::Outcome DefaultLimits::besides(std::size_t row) const
{
    CompiledLimits::Outcome outcome;
    if (!m_usual || !m_own)
        return outcome;
    for (const auto& [rule, value] : m_own->missed(m_pairs, row)) {
        if (rule.verdict <= outcome.verdict || m_usual->limitOf(rule.metric, m_pairs, row))
            continue;
        outcome = {rule.verdict, brokenText(rule, value, m_pairs, row)};
    }
    return outcome;
}

} // namespace dumpscope::core
