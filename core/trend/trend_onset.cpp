// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_onset.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

using TrendPlaces = std::set<std::pair<std::uint32_t, std::uint32_t>>; // row, rank

/// What a rule with a part of its limits finds in a step, and how long that lasts.
Result<std::vector<TrendFinding>> findWeaker(
    const TrendRun& data, const TrendRuleSetting& setting, double part, std::uint32_t step, TaskContext& task)
{
    const TrendRule* const rule = builtinTrendRules()->byId(setting.rule);
    std::shared_ptr<const FilterExpression> when;
    if (!setting.when.empty()) {
        TRY_ASSIGN(FilterExpression parsed, FilterExpression::parse(setting.when, data.table()));
        when = std::make_shared<const FilterExpression>(std::move(parsed));
    }
    auto parameters = parametersOf(*rule, setting);
    for (auto& [name, value] : parameters) {
        if (name == "deviations" || name == "ranges")
            value *= part;
    }
    const TrendScope scope(data, std::move(parameters), std::move(when), step);
    TRY_ASSIGN(std::vector<TrendFinding> found, rule->find(scope, task));
    std::erase_if(found, [&](const TrendFinding& one) { return data.cube().cells()[one.cell].step != step; });
    return found;
}

/// A finding with half of the limits takes the place of a later one of its row and rank.
void addFinding(const TrendCube& cube, TrendFinding found, std::vector<TrendFinding>& findings)
{
    const TrendCell& at = cube.cells()[found.cell];
    found.sentence = phrase("%1, half the usual limit: it was off in the step before, too, and more is off "
                            "behind it",
        found.sentence);
    const auto later = std::ranges::find_if(findings, [&](const TrendFinding& one) {
        const TrendCell& cell = cube.cells()[one.cell];
        return one.rule == found.rule && cell.row == at.row && cell.rank == at.rank;
    });
    if (later == findings.end())
        findings.push_back(std::move(found));
    else
        *later = std::move(found);
}

} // namespace

Result<void> addOnset(const TrendRun& data, const TrendRuleSet& rules, TrendResult& result, TaskContext& task)
{
    constexpr double kHalf = 0.5, kQuarter = 0.25;
    const TrendFinding* const first = result.first();
    const auto cells = data.cube().cells();
    if (!first || !data.isOrderKnown() || (first->rule != "peers" && first->rule != "deviation"))
        return {};
    const TrendCell at = cells[first->cell];
    if (at.step == 0)
        return {};
    for (const TrendRuleSetting& setting : rules.rules) {
        if (setting.rule != first->rule)
            continue;
        TRY_ASSIGN(std::vector<TrendFinding> now, findWeaker(data, setting, kHalf, at.step, task));
        TRY_ASSIGN(const auto before, findWeaker(data, setting, kQuarter, at.step - 1, task));
        TrendPlaces wasOff;
        for (const TrendFinding& one : before)
            wasOff.emplace(cells[one.cell].row, cells[one.cell].rank);
        std::erase_if(now, [&](const TrendFinding& one) {
            return !wasOff.contains({cells[one.cell].row, cells[one.cell].rank});
        });
        const TrendFinding* earliest = nullptr;
        for (const TrendFinding& one : now) {
            if (cells[one.cell].rank == at.rank && cells[one.cell].order < at.order
                && (!earliest || cells[one.cell].order < cells[earliest->cell].order))
                earliest = &one;
        }
        if (!earliest)
            continue;
        const std::uint32_t row = cells[earliest->cell].row;
        for (TrendFinding& one : now) {
            if (cells[one.cell].row == row)
                addFinding(data.cube(), std::move(one), result.findings);
        }
        return {};
    }
    return {};
}

} // namespace dumpscope::core
