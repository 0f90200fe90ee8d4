// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_result.h"

#include "trend/rank_clock.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

Result<void> applyOne(
    const TrendRun& data, const TrendRuleSetting& setting, TrendResult& result, TaskContext& task)
{
    const TrendRule* const rule = builtinTrendRules()->byId(setting.rule);
    if (!rule)
        return fail(Code::Usage, phrase("there is no rule '%1'", setting.rule));
    std::shared_ptr<const FilterExpression> when;
    if (!setting.when.empty()) {
        auto parsed = FilterExpression::parse(setting.when, data.table());
        if (!parsed)
            return fail(wrapError(phrase("\"when\" of rule %1", setting.rule), parsed.error()));
        when = std::make_shared<const FilterExpression>(std::move(*parsed));
    }
    std::vector<std::pair<std::string_view, double>> parameters;
    for (const TrendParameter& parameter : rule->info().parameters) {
        const auto said
            = std::ranges::find(setting.parameters, parameter.name, &std::pair<std::string, double>::first);
        parameters.emplace_back(
            parameter.name, said == setting.parameters.end() ? parameter.value : said->second);
    }
    const TrendScope scope(data, std::move(parameters), std::move(when));
    if (Message reason = rule->unable(scope); !reason.empty()) {
        result.unable.push_back({rule->info().id, std::move(reason)});
        return {};
    }
    TRY_ASSIGN(std::vector<TrendFinding> found, rule->find(scope, task));
    std::move(found.begin(), found.end(), std::back_inserter(result.findings));
    return {};
}

Result<void> order(const TrendRun& data, TrendResult& result, TaskContext& task)
{
    const auto cells = data.cube().cells();
    if (result.findings.empty())
        return {};
    const auto stepOf = [&](const TrendFinding& finding) { return cells[finding.cell].step; };
    const std::uint32_t first = stepOf(*std::ranges::min_element(result.findings, {}, stepOf));
    TRY_ASSIGN(const RankClock clock, RankClock::make(data, first, task));
    result.calls = clock.calls();
    struct Key {
        std::uint32_t step;
        std::uint64_t time;
        int precedence;
        std::size_t cell;
        std::size_t finding;
        auto operator<=>(const Key&) const = default;
    };
    std::vector<Key> keys;
    for (std::size_t i = 0; i < result.findings.size(); ++i) {
        const TrendCell& cell = cells[result.findings[i].cell];
        keys.push_back({cell.step, cell.step == first ? clock.timeOf(cell) : cell.order,
            builtinTrendRules()->byId(result.findings[i].rule)->info().precedence, result.findings[i].cell,
            i});
    }
    std::ranges::sort(keys);
    std::vector<TrendFinding> sorted;
    sorted.reserve(keys.size());
    for (const Key& key : keys)
        sorted.push_back(std::move(result.findings[key.finding]));
    result.findings = std::move(sorted);
    return {};
}

} // namespace

Result<TrendResult> applyTrendRules(const TrendRun& data, const TrendRuleSet& rules, TaskContext& task)
{
    TrendResult result;
    const TrendCube& cube = data.cube();
    result.cells = cube.cells().size();
    TRY_ASSIGN(const auto magnitude, data.figures().magnitude(task));
    TRY_ASSIGN(const auto nans, data.figures().column("nan_count", task));
    for (std::size_t cell = 0; cell < result.cells; ++cell) {
        result.unmeasured += magnitude->isKnown(cell) || nans->isKnown(cell) ? 0 : 1;
        result.orderKnown
            |= data.index().tensor(TensorId(cube.cells()[cell].tensor)).execIndex != TensorRow::kNone;
    }
    for (const TrendRuleSetting& setting : rules.rules)
        TRY_VOID(applyOne(data, setting, result, task));
    TRY_VOID(order(data, result, task));
    return result;
}

Message findingPlace(const TrendRun& data, const TrendFinding& finding)
{
    const TrendCube& cube = data.cube();
    const TrendCell& cell = cube.cells()[finding.cell];
    Message rank = data.rankText(cell);
    if (!finding.ranks.empty()) {
        std::string ranks;
        for (const std::uint32_t place : finding.ranks)
            ranks += (ranks.empty() ? "" : ", ") + std::to_string(cube.ranks()[place].value_or(-1));
        rank = phrase("one of ranks %1", ranks);
    }
    return joined(std::array {data.stepText(cell), rank, Message(cube.rows()[cell.row].text())}, "%1, %2");
}

Message findingText(const TrendRun& data, const TrendFinding& finding)
{
    return phrase("%1 %2", findingPlace(data, finding), finding.sentence);
}

Message trendSentence(const TrendRun& data, const TrendResult& result)
{
    const TrendCube& cube = data.cube();
    if (const TrendFinding* const first = result.first()) {
        if (result.findings.size() == 1)
            return phrase("First anomaly: %1. Nothing else is unusual.", findingText(data, *first));
        if (result.findings.size() == 2)
            return phrase("First anomaly: %1. Nothing before it is unusual; one more finding follows.",
                findingText(data, *first));
        return phrase("First anomaly: %1. Nothing before it is unusual; %2 more findings follow.",
            findingText(data, *first), result.findings.size() - 1);
    }
    if (result.unmeasured == result.cells)
        return phrase("Nothing was judged: no statistics of these %1 tensors are known.", result.cells);
    const std::size_t steps = cube.steps().size(), ranks = cube.ranks().size();
    const Message extent = phrase("%1 and %2", steps == 1 ? phrase("one step") : phrase("%1 steps", steps),
        ranks == 1 ? phrase("one rank") : phrase("%1 ranks", ranks));
    if (result.unmeasured > 0)
        return phrase("No anomaly: no rule holds in %1 tensors of %2; no statistics are known of %3 more.",
            result.cells - result.unmeasured, extent, result.unmeasured);
    return phrase("No anomaly: no rule holds in %1 tensors of %2.", result.cells, extent);
}

} // namespace dumpscope::core
