// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_result.h"

#include "base/counted.h"
#include "trend/rank_clock.h"
#include "trend/row_kinds.h"
#include "trend/trend_onset.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

/// Why a rule cannot be applied; empty: it can.
Result<Message> whyUnable(const TrendRule& rule, const TrendScope& scope, TaskContext& task)
{
    if (scope.cube().cells().empty())
        return phrase("no tensor is selected");
    if (Message reason = rule.unable(scope); !reason.empty())
        return reason;
    for (const std::string_view figure : rule.info().figures) {
        TRY_ASSIGN(const auto column, scope.data().figures().column(figure, task));
        if (column->knownCount() == 0)
            return phrase("%1 is known of no tensor", figure);
    }
    return Message();
}

/// "when" of a rule is known to be right when there is a table only: the error has its place in the file.
Failure wrongWhen(const TrendRuleSet& rules, const TrendRuleSetting& setting, const Error& cause)
{
    Place place;
    if (setting.whenAt) {
        place.file = rules.name;
        place.row = setting.whenAt->row;
        place.column = setting.whenAt->column;
    }
    return fail(cause.code,
        cause.place.column ? phrase(
            "\"when\" of rule %1, character %2: %3", setting.rule, *cause.place.column, cause.message)
                           : phrase("\"when\" of rule %1: %2", setting.rule, cause.message),
        std::move(place));
}

Result<void> applyOne(const TrendRun& data, const TrendRuleSet& rules, const TrendRuleSetting& setting,
    TrendResult& result, TaskContext& task)
{
    const TrendRule* const rule = builtinTrendRules()->byId(setting.rule);
    if (!rule)
        return fail(Code::Usage, phrase("there is no rule '%1'", setting.rule));
    std::shared_ptr<const FilterExpression> when;
    if (!setting.when.empty()) {
        auto parsed = FilterExpression::parse(setting.when, data.table());
        if (!parsed)
            return wrongWhen(rules, setting, parsed.error());
        when = std::make_shared<const FilterExpression>(std::move(*parsed));
    }
    const TrendScope scope(data, parametersOf(*rule, setting), std::move(when));
    TRY_ASSIGN(Message reason, whyUnable(*rule, scope, task));
    if (!reason.empty()) {
        result.unable.push_back({rule->info().id, std::move(reason)});
        return {};
    }
    ++result.applied;
    TRY_ASSIGN(std::vector<TrendFinding> found, rule->find(scope, task));
    std::move(found.begin(), found.end(), std::back_inserter(result.findings));
    return {};
}

/// Says of findings that all ranks have them: then it is not one device.
void markAllRanks(const TrendCube& cube, std::vector<TrendFinding>& findings)
{
    const auto cells = cube.cells();
    const auto placeOf = [&](const TrendFinding& finding) {
        return std::tuple(cells[finding.cell].row, cells[finding.cell].step, finding.rule);
    };
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::string_view>, std::size_t> found;
    for (const TrendFinding& finding : findings)
        ++found[placeOf(finding)];
    for (TrendFinding& finding : findings) {
        const std::size_t count = found[placeOf(finding)];
        if (count < 2 || !finding.ranks.empty())
            continue;
        const TrendCell& at = cells[finding.cell];
        std::size_t ranks = 0;
        for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank)
            ranks += cube.cellAt(at.row, rank, at.step) ? 1 : 0;
        finding.isOnAllRanks = count == ranks;
    }
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

/// Weights that several files of a rank hold, which say no step.
std::size_t undatedWeights(const TrendCube& cube)
{
    const auto isUndated = [&](const TrendCell& cell) {
        const TrendRow& row = cube.rows()[cell.row];
        return !cube.steps()[cell.step] && row.occurrence > 0 && ioFromWord(row.io) == Io::Parameter;
    };
    return static_cast<std::size_t>(std::ranges::count_if(cube.cells(), isUndated));
}

/// Tensors of which checksums alone are known and which other ranks have, of the rows that replicas hold
/// equal: what `replica` compares without figures.
std::size_t replicasByChecksums(const TrendRun& data)
{
    const TrendCube& cube = data.cube();
    std::size_t count = 0;
    for (std::size_t row = 0; row < cube.rows().size(); ++row) {
        if (!isReplicatedRow(cube.rows()[row]))
            continue;
        const TrendCube::Range range = cube.cellsOf(row);
        std::map<std::uint32_t, std::size_t> bySteps;
        for (std::size_t cell = range.begin; cell < range.end; ++cell) {
            const TrendCell& at = cube.cells()[cell];
            bySteps[at.step] += data.index().isChecksumOnly(TensorId(at.tensor)) ? 1 : 0;
        }
        for (const auto& [step, ranks] : bySteps)
            count += ranks > 1 ? ranks : 0;
    }
    return count;
}

} // namespace

Result<TrendResult> applyTrendRules(const TrendRun& data, const TrendRuleSet& rules, TaskContext& task)
{
    TrendResult result;
    const TrendCube& cube = data.cube();
    result.cells = cube.cells().size();
    result.leftOut = cube.repeated();
    result.undated = undatedWeights(cube);
    TRY_ASSIGN(const auto magnitude, data.figures().magnitude(task));
    TRY_ASSIGN(const auto nans, data.figures().column("nan_count", task));
    for (std::size_t cell = 0; cell < result.cells; ++cell) {
        result.unmeasured += magnitude->isKnown(cell) || nans->isKnown(cell) ? 0 : 1;
    }
    result.absences = findAbsences(cube);
    for (const TrendRuleSetting& setting : rules.rules)
        TRY_VOID(applyOne(data, rules, setting, result, task));
    constexpr std::string_view kReplica = "replica";
    if (std::ranges::find(rules.rules, kReplica, &TrendRuleSetting::rule) != rules.rules.end()
        && std::ranges::find(result.unable, kReplica, &TrendResult::Unable::rule) == result.unable.end())
        result.byChecksums = replicasByChecksums(data);
    TRY_VOID(order(data, result, task));
    TRY_VOID(addOnset(data, rules, result, task));
    markAllRanks(cube, result.findings);
    TRY_VOID(order(data, result, task));
    if (result.first() && !data.isOrderKnown()) {
        std::vector<std::size_t> found;
        for (const TrendFinding& finding : result.findings)
            found.push_back(finding.cell);
        result.rivals = data.othersOfFirstStep(found);
    }
    return result;
}

Message findingPlace(const TrendRun& data, const TrendFinding& finding)
{
    const TrendCube& cube = data.cube();
    const TrendCell& cell = cube.cells()[finding.cell];
    Message rank = data.rankText(cell);
    if (finding.isOnAllRanks) {
        rank = phrase("all ranks");
    } else if (!finding.ranks.empty()) {
        std::string ranks;
        for (const std::uint32_t place : finding.ranks)
            ranks += (ranks.empty() ? "" : ", ") + std::to_string(cube.ranks()[place].value_or(-1));
        rank = phrase("one of ranks %1", ranks);
    }
    return joined(std::array {data.stepText(cell), rank, cube.rows()[cell.row].words()}, "%1, %2");
}

Message findingText(const TrendRun& data, const TrendFinding& finding)
{
    return phrase("%1 %2", findingPlace(data, finding), finding.sentence);
}

Message lastingText(const TrendRun& data, const TrendFinding& finding)
{
    const TrendCube& cube = data.cube();
    const TrendCell& cell = cube.cells()[finding.cell];
    const Message last = data.stepText(cube.cells()[finding.last]);
    if (last.empty())
        return phrase("The step is not known.");
    const bool isEnd = cube.series(cell.row, cell.rank).end == finding.last + 1;
    if (finding.count == 1)
        return isEnd ? phrase("It is the last step of this tensor.") : phrase("Seen in this step only.");
    return isEnd ? phrase("Seen in %1 steps, up to the last one, %2.", finding.count, last)
                 : phrase("Seen in %1 steps, the last of them %2.", finding.count, last);
}

namespace {

/// The first anomaly, or that there is none; what ranks lack is not in it.
Message anomalySentence(const TrendRun& data, const TrendResult& result)
{
    const TrendCube& cube = data.cube();
    if (const TrendFinding* const first = result.first()) {
        const Message found = findingText(data, *first), lasting = lastingText(data, *first);
        if (result.rivals > 0)
            return phrase("First anomaly in the order of names, as that of execution is not recorded: %1. %2 "
                          "Findings that may be before it: %3, in the same step.",
                found, lasting, result.rivals);
        if (result.findings.size() == 1)
            return phrase("First anomaly: %1. %2 Nothing else is unusual.", found, lasting);
        if (result.findings.size() == 2)
            return phrase("First anomaly: %1. %2 Nothing before it is unusual; one more finding follows.",
                found, lasting);
        return phrase("First anomaly: %1. %2 Nothing before it is unusual; %3 more findings follow.", found,
            lasting, result.findings.size() - 1);
    }
    if (result.cells == 0)
        return phrase("Nothing was judged: no tensor is selected.");
    if (result.unmeasured == result.cells && result.byChecksums > 0)
        return phrase("Replicas alone were judged: by their checksums no rank differs from the others in %1. "
                      "No statistics of %2 are known, so that no other rule could hold.",
            countedTensors(result.byChecksums), countedTensors(result.cells));
    if (result.unmeasured == result.cells)
        return phrase("Nothing was judged: no statistics of %1 are known.", countedTensors(result.cells));
    const std::size_t steps = cube.steps().size(), ranks = cube.ranks().size();
    const Message extent = phrase("%1 and %2", steps == 1 ? phrase("one step") : phrase("%1 steps", steps),
        ranks == 1 ? phrase("one rank") : phrase("%1 ranks", ranks));
    if (result.applied == 0)
        return phrase(
            "Nothing was judged: no rule can be applied to %1 of %2.", countedTensors(result.cells), extent);
    // What was left out may be what is wrong.
    if (result.leftOut + result.undated > 0)
        return phrase("Not judged as a whole: no rule holds in %1 of %2, which is not all that is there.",
            countedTensors(result.cells - result.unmeasured), extent);
    const Message quiet = result.unmeasured > 0
        ? phrase("No anomaly: no rule holds in %1 of %2; no statistics are known of %3 more.",
            countedTensors(result.cells - result.unmeasured), extent, result.unmeasured)
        : phrase("No anomaly: no rule holds in %1 of %2.", countedTensors(result.cells), extent);
    return result.unable.empty() ? quiet
                                 : phrase("%1 %2 of %3 rules could not be applied.", quiet,
                                     result.unable.size(), result.applied + result.unable.size());
}

/// The first NaN, where something else is the first anomaly: nobody may take that for harmless.
Message nonFiniteSentence(const TrendRun& data, const TrendResult& result)
{
    constexpr std::string_view kNonFinite = "non-finite";
    const auto found = std::ranges::find(result.findings, kNonFinite, &TrendFinding::rule);
    if (found == result.findings.end() || found == result.findings.begin())
        return {};
    return phrase("The first NaN or infinity: %1.", findingText(data, *found));
}

} // namespace

Message repeatedText(const TrendRun& data)
{
    const std::size_t repeated = data.cube().repeated();
    if (repeated == 0)
        return {};
    return counted(repeated,
        Form<1>("%1 tensor was left out, as another has its names in the same step and rank."),
        Form<1>("%1 tensors were left out, as others have their names in the same step and rank."));
}

Message undatedText(const TrendResult& result)
{
    if (result.undated == 0)
        return {};
    return phrase("Several files hold the same weights (%1), and no name says of which step: how they went "
                  "is not known. Names such as step_100 or model_step100 say it.",
        countedTensors(result.undated));
}

Message trendSentence(const TrendRun& data, const TrendResult& result)
{
    constexpr std::size_t kNamed = 3;
    std::vector<Message> sentences {anomalySentence(data, result), nonFiniteSentence(data, result)};
    for (std::size_t i = 0; i < std::min(kNamed, result.absences.size()); ++i)
        sentences.push_back(absenceText(data, result.absences[i]));
    if (result.absences.size() > kNamed)
        sentences.push_back(counted(result.absences.size() - kNamed, Form<1>("%1 more gap of this kind."),
            Form<1>("%1 more gaps of this kind.")));
    sentences.push_back(repeatedText(data));
    sentences.push_back(undatedText(result));
    return joined(sentences, "%1 %2");
}

} // namespace dumpscope::core
