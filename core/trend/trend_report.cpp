// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_report.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

void writeNumbers(JsonWriter& json, std::string_view key, const std::vector<TrendCube::Number>& numbers)
{
    json.key(key).beginArray();
    for (const TrendCube::Number& number : numbers)
        json.value(number);
    json.endArray();
}

void writePlace(JsonWriter& json, const TrendRow& row)
{
    const auto text = [](const std::string& one) { return one.empty() ? std::nullopt : std::optional(one); };
    json.member("model", text(row.model))
        .member("op_name", text(row.opName))
        .member("op_type", text(row.opType))
        .member("io", text(row.io))
        .member("slot", row.slot)
        .member("occurrence", row.occurrence)
        .member("item", row.item);
}

} // namespace

void writeTrendRow(JsonWriter& json, const TrendRun& data, const TrendColumn& column, std::size_t row)
{
    const TrendCube& cube = data.cube();
    json.beginObject();
    writePlace(json, cube.rows()[row]);
    json.key("series").beginArray();
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
        const TrendCube::Range range = cube.series(row, rank);
        if (range.size() == 0)
            continue;
        json.beginObject().member("rank", cube.ranks()[rank]).key("values").beginArray();
        std::size_t cell = range.begin;
        for (std::uint32_t step = 0; step < cube.steps().size(); ++step) {
            if (cell < range.end && cube.cells()[cell].step == step)
                json.value(column.at(cell++));
            else
                json.null();
        }
        json.endArray().endObject();
    }
    json.endArray().endObject();
}

Result<void> writeTrendRows(
    JsonWriter& json, const TrendRun& data, std::string_view figure, std::size_t limit, TaskContext& task)
{
    TRY_ASSIGN(const auto column, data.figures().column(figure, task));
    const TrendCube& cube = data.cube();
    json.member("figure", figure);
    writeNumbers(json, "steps", cube.steps());
    writeNumbers(json, "ranks", cube.ranks());
    json.key("rows").beginArray();
    for (std::size_t row = 0; row < std::min(limit, cube.rows().size()); ++row) {
        TRY_VOID(task.checkStop());
        writeTrendRow(json, data, *column, row);
    }
    json.endArray().member("rows_total", cube.rows().size()).member("repeated", cube.repeated());
    json.member("not_measured", column->size() - column->knownCount());
    return {};
}

void writeTrendFinding(JsonWriter& json, const TrendRun& data, const TrendFinding& finding)
{
    const TrendCube& cube = data.cube();
    const TrendCell& cell = cube.cells()[finding.cell];
    json.beginObject()
        .member("rule", finding.rule)
        .member("step", cube.steps()[cell.step])
        .member("rank", finding.ranks.empty() ? cube.ranks()[cell.rank] : TrendCube::Number());
    json.key("ranks").beginArray();
    for (const std::uint32_t rank : finding.ranks)
        json.value(cube.ranks()[rank]);
    json.endArray();
    json.member("all_ranks", finding.isOnAllRanks);
    writePlace(json, cube.rows()[cell.row]);
    json.member("id", data.index().tensorId(TensorId(cell.tensor)))
        .member("value", finding.value)
        .member("threshold", finding.threshold)
        .member("steps", finding.count)
        .member("last_step", cube.steps()[cube.cells()[finding.last].step])
        .member("text", findingText(data, finding).text())
        .endObject();
}

void writeTrendFindings(JsonWriter& json, const TrendRun& data, const TrendResult& result, std::size_t limit)
{
    json.member("sentence", trendSentence(data, result).text()).key("first_anomaly");
    if (const TrendFinding* const first = result.first())
        writeTrendFinding(json, data, *first);
    else
        json.null();
    json.key("findings").beginArray();
    for (std::size_t i = 0; i < std::min(limit, result.findings.size()); ++i)
        writeTrendFinding(json, data, result.findings[i]);
    json.endArray().member("findings_total", result.findings.size()).key("unable").beginArray();
    for (const TrendResult::Unable& unable : result.unable)
        json.beginObject().member("rule", unable.rule).member("reason", unable.reason.text()).endObject();
    json.endArray().key("absent").beginArray();
    for (const TrendAbsence& absence : result.absences) {
        const TrendCube& cube = data.cube();
        json.beginObject()
            .member("rank", cube.ranks()[absence.rank])
            .member("step", cube.steps()[absence.step])
            .member("steps", absence.steps)
            .member("to_the_end", absence.isToTheEnd)
            .member("tensors", absence.rows)
            .member("op_name", absence.row ? std::optional(cube.rows()[*absence.row].opName) : std::nullopt)
            .member("text", absenceText(data, absence).text())
            .endObject();
    }
    json.endArray()
        .member("rules_applied", result.applied)
        .member("tensors", result.cells)
        .member("left_out", result.leftOut)
        .member("undated", result.undated)
        .member("not_measured", result.unmeasured)
        .member("order_known", data.isOrderKnown())
        .member("may_be_before", result.rivals)
        .member("calls_between_ranks", result.calls);
}

} // namespace dumpscope::core
