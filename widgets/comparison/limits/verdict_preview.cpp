// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/limits/verdict_preview.h"

#include "compare/limits/default_limits.h"

#include <map>
#include <set>

namespace dumpscope::gui {

namespace {

core::Result<std::shared_ptr<const core::PairTable>> judged(
    const core::Comparison& comparison, const core::Limits& limits, core::TaskContext& task)
{
    // The noise of the run takes part: that is the whole way.
    if (core::DefaultLimits::areIn(limits)) {
        TRY_ASSIGN(const core::Comparison anew, core::judgedAnew(comparison, limits, task));
        return anew.pairs;
    }
    TRY_ASSIGN(const core::CompiledLimits compiled, core::CompiledLimits::compile(limits, *comparison.pairs));
    auto pairs = std::make_shared<core::PairTable>(*comparison.pairs);
    pairs->judge(compiled);
    return pairs;
}

} // namespace

core::Result<VerdictPreview> previewLimits(
    const core::Comparison& comparison, const core::Limits& limits, core::TaskContext& task)
{
    const core::PairTable& pairs = *comparison.pairs;
    TRY_ASSIGN(const std::shared_ptr<const core::PairTable> other, judged(comparison, limits, task));
    VerdictPreview preview;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const core::Verdict before = pairs.row(row).verdict, after = other->row(row).verdict;
        ++preview.before[static_cast<std::size_t>(before)];
        ++preview.after[static_cast<std::size_t>(after)];
        if (before == after)
            continue;
        if (preview.changes.size() < VerdictPreview::kMostListed)
            preview.changes.push_back({static_cast<std::uint32_t>(row), before, after});
        ++preview.changed;
    }
    return preview;
}

core::Result<bool> selectsNone(
    const core::PairTable& pairs, const std::string& filter, core::TaskContext& task)
{
    TRY_ASSIGN(const auto wanted, core::FilterExpression::parse(filter, pairs));
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (row % 1024 == 0)
            TRY_VOID(task.checkStop());
        if (wanted.matches(pairs, row))
            return false;
    }
    return pairs.rows() > 0;
}

core::Result<std::vector<std::uint64_t>> rowsDecided(
    const core::PairTable& pairs, const core::Limits& limits, core::TaskContext& task)
{
    // Many rules share a condition.
    std::map<std::string, std::size_t> conditions;
    std::vector<core::FilterExpression> filters;
    struct Rule {
        int column;
        std::size_t condition;
    };
    std::vector<Rule> rules;
    for (const core::LimitRule& rule : limits.rules) {
        const int column = pairs.columnByName(rule.metric);
        if (column < 0) { // its condition may name the metric, which has no column
            rules.push_back({column, 0});
            continue;
        }
        const auto [known, isNew] = conditions.try_emplace(rule.when, filters.size());
        if (isNew) {
            TRY_ASSIGN(auto filter, core::FilterExpression::parse(rule.when, pairs));
            filters.push_back(std::move(filter));
        }
        rules.push_back({column, known->second});
    }
    std::vector<std::uint64_t> decided(rules.size());
    std::vector<signed char> holds(filters.size());
    std::set<int> done;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (row % 1024 == 0 && task.stop.stop_requested())
            return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
        std::fill(holds.begin(), holds.end(), static_cast<signed char>(-1));
        done.clear();
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const Rule& rule = rules[i];
            if (rule.column < 0 || done.contains(rule.column))
                continue;
            signed char& known = holds[rule.condition];
            if (known < 0)
                known = filters[rule.condition].matches(pairs, row) ? 1 : 0;
            if (known == 0)
                continue;
            done.insert(rule.column);
            if (!core::isNull(pairs.cell(row, rule.column)))
                ++decided[i];
        }
    }
    return decided;
}

} // namespace dumpscope::gui
