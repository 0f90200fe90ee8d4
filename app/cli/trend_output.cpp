// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend_output.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "query/text_table.h"
#include "trend/series_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dumpscope::cli {

namespace {

std::string trendNumber(const core::TrendCube::Number& number)
{
    return number ? std::to_string(*number) : std::string();
}

std::string ranksOf(const core::TrendRun& data, const core::TrendFinding& finding)
{
    const core::TrendCube& cube = data.cube();
    std::string text;
    for (const std::uint32_t rank : finding.ranks)
        text += (text.empty() ? "" : "|") + trendNumber(cube.ranks()[rank]);
    return finding.ranks.empty() ? trendNumber(cube.ranks()[cube.cells()[finding.cell].rank]) : text;
}

/// What one row and rank is over its steps.
struct SeriesSummary {
    SeriesSummary(const core::TrendColumn& column, core::TrendCube::Range range)
    {
        std::vector<double> finite;
        for (std::size_t cell = range.begin; cell < range.end; ++cell) {
            const auto value = column.at(cell);
            if (!value)
                continue;
            if (steps++ == 0)
                first = *value;
            last = *value;
            if (std::isfinite(*value))
                finite.push_back(*value);
            else
                ++nonFinite;
        }
        if (finite.empty())
            return;
        hasFinite = true;
        const auto [low, high] = std::ranges::minmax(finite);
        lowest = low;
        highest = high;
        median = core::medianOf(finite);
    }
    std::size_t steps = 0, nonFinite = 0;
    bool hasFinite = false;
    double first = 0, last = 0, lowest = 0, highest = 0, median = 0;
};

} // namespace

void writeFindingsText(
    Console& console, const core::TrendRun& data, const core::TrendResult& result, std::size_t limit)
{
    console.writeLine(core::trendSentence(data, result).text());
    const core::TrendCube& cube = data.cube();
    const std::size_t shown = std::min(limit, result.findings.size());
    if (shown > 0) {
        const core::TextTable table({{"step", true}, {"rank", true}, {"tensor", false}, {"rule", false},
                                        {"what", false}, {"steps", true}, {"last", true}},
            {console.width(), true});
        table.write([&](std::string_view text) { console.write(text); }, shown,
            [&](std::size_t row, std::vector<std::string>& cells) {
                const core::TrendFinding& finding = result.findings[row];
                const core::TrendCell& cell = cube.cells()[finding.cell];
                cells[0] = trendNumber(cube.steps()[cell.step]);
                cells[1] = ranksOf(data, finding);
                cells[2] = cube.rows()[cell.row].text();
                cells[3] = finding.rule;
                cells[4] = finding.sentence.text();
                cells[5] = std::to_string(finding.count);
                cells[6] = trendNumber(cube.steps()[cube.cells()[finding.last].step]);
            });
    }
    if (shown < result.findings.size())
        console.writeLine(fmt::format("({} more)", result.findings.size() - shown));
    for (const core::TrendResult::Unable& unable : result.unable)
        console.writeLine(fmt::format("Not applied: {} ({})", unable.rule, unable.reason.text()));
}

void writeFindingsCsv(
    Console& console, const core::TrendRun& data, const core::TrendResult& result, std::size_t limit)
{
    const core::TrendCube& cube = data.cube();
    console.write(
        "rule,step,rank,op_name,op_type,io,slot,occurrence,value,threshold,steps,text,last_step,item\r\n");
    for (std::size_t i = 0; i < std::min(limit, result.findings.size()); ++i) {
        const core::TrendFinding& finding = result.findings[i];
        const core::TrendCell& cell = cube.cells()[finding.cell];
        const core::TrendRow& row = cube.rows()[cell.row];
        std::string line = fmt::format(
            "{},{},{},", finding.rule, trendNumber(cube.steps()[cell.step]), ranksOf(data, finding));
        for (const std::string& text : {row.opName, row.opType, row.io}) {
            core::appendCsvField(line, text);
            line += ',';
        }
        line += fmt::format("{},{},{},{},{},", trendNumber(row.slot), row.occurrence,
            core::numberText(finding.value), core::numberText(finding.threshold), finding.count);
        core::appendCsvField(line, finding.sentence.text());
        line += ',' + trendNumber(cube.steps()[cube.cells()[finding.last].step]) + ','
            + std::to_string(row.item);
        console.write(line + "\r\n");
    }
}

void writeFiguresText(Console& console, const core::TrendRun& data, const std::string& figure,
    const core::TrendColumn& column, std::size_t limit)
{
    const core::TrendCube& cube = data.cube();
    struct Line {
        std::size_t row, rank;
    };
    std::vector<Line> lines;
    for (std::size_t row = 0; row < cube.rows().size() && lines.size() < limit; ++row) {
        for (std::size_t rank = 0; rank < cube.ranks().size() && lines.size() < limit; ++rank) {
            if (cube.series(row, rank).size() > 0)
                lines.push_back({row, rank});
        }
    }
    console.writeLine(fmt::format("{} over {} steps: {} tensors on {} ranks", figure, cube.steps().size(),
        cube.rows().size(), cube.ranks().size()));
    const core::TextTable table(
        {{"tensor", false}, {"rank", true}, {"steps", true}, {"first", true}, {"min", true}, {"median", true},
            {"max", true}, {"last", true}, {"not finite", true}},
        {console.width(), true});
    table.write([&](std::string_view text) { console.write(text); }, lines.size(),
        [&](std::size_t at, std::vector<std::string>& cells) {
            const SeriesSummary summary(column, cube.series(lines[at].row, lines[at].rank));
            cells[0] = cube.rows()[lines[at].row].text();
            cells[1] = trendNumber(cube.ranks()[lines[at].rank]);
            cells[2] = std::to_string(summary.steps);
            if (summary.steps > 0) {
                cells[3] = core::streamText(summary.first);
                cells[7] = core::streamText(summary.last);
            }
            if (summary.hasFinite) {
                cells[4] = core::streamText(summary.lowest);
                cells[5] = core::streamText(summary.median);
                cells[6] = core::streamText(summary.highest);
            }
            if (summary.nonFinite > 0)
                cells[8] = std::to_string(summary.nonFinite);
        });
    if (const std::size_t unknown = column.size() - column.knownCount(); unknown > 0)
        console.writeLine(fmt::format("{} of {} tensors have no {}", unknown, column.size(), figure));
}

void writeFiguresCsv(Console& console, const core::TrendRun& data, const std::string& figure,
    const core::TrendColumn& column, std::size_t limit)
{
    const core::TrendCube& cube = data.cube();
    console.write(fmt::format("op_name,op_type,io,slot,occurrence,rank,step,{},item\r\n", figure));
    for (std::size_t row = 0; row < std::min(limit, cube.rows().size()); ++row) {
        const core::TrendRow& place = cube.rows()[row];
        std::string head;
        for (const std::string& text : {place.opName, place.opType, place.io}) {
            core::appendCsvField(head, text);
            head += ',';
        }
        head += fmt::format("{},{},", trendNumber(place.slot), place.occurrence);
        const core::TrendCube::Range range = cube.cellsOf(row);
        for (std::size_t cell = range.begin; cell < range.end; ++cell) {
            const core::TrendCell& at = cube.cells()[cell];
            const auto value = column.at(cell);
            console.write(fmt::format("{}{},{},{},{}\r\n", head, trendNumber(cube.ranks()[at.rank]),
                trendNumber(cube.steps()[at.step]), value ? core::numberText(*value) : std::string(),
                place.item));
        }
    }
}

} // namespace dumpscope::cli
