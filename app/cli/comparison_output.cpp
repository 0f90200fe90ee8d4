// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison_output.h"

#include "command_session.h"

#include "base/text.h"
#include "compare/environment_difference.h"
#include "compare/fusion_difference.h"
#include "compare/report/conclusion_document.h"
#include "compare/report/report.h"
#include "compare/suspects/suspect_text.h"
#include "compare/tables/layer_summary.h"
#include "compare/truth_errors.h"
#include "query/row_writer.h"
#include "query/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dumpscope::cli {

namespace {

void printUnpaired(Console& console, std::string_view side, const std::vector<core::UnpairedTensor>& unpaired,
    const core::DumpIndex& index)
{
    constexpr std::size_t kShown = 5;
    for (std::size_t i = 0; i < std::min(unpaired.size(), kShown); ++i)
        console.writeLine(fmt::format("  unpaired {}: {}: {}", side,
            core::printable(index.tensorId(unpaired[i].id)), core::printable(unpaired[i].reason.text())));
    if (unpaired.size() > kShown)
        console.writeLine(
            fmt::format("  unpaired {}: {} more (--json lists all)", side, unpaired.size() - kShown));
}

/// What follows from all of it, how much it is about, and what speaks for it.
void printConclusion(Console& console, const core::Conclusion& conclusion)
{
    console.writeLine("conclusion: " + conclusion.text());
    if (!conclusion.reason.empty())
        console.writeLine("  " + core::printable(conclusion.reason.text()));
    if (conclusion.place && conclusion.place->source && !conclusion.place->source->code.empty())
        console.writeLine(fmt::format("  {}:{}: {}", core::printable(conclusion.place->source->file),
            conclusion.place->source->line, core::printable(conclusion.place->source->code)));
    if (!conclusion.first.empty())
        console.writeLine("  " + conclusion.first.text());
    console.writeLine("  " + conclusion.coverage.text());
}

/// What was different around the runs comes first: it is the likeliest cause of anything below.
void printEnvironment(Console& console, const core::EnvironmentDifferences& environment)
{
    constexpr std::size_t kShown = 12;
    console.writeLine("environment: " + core::printable(environment.text()));
    const auto& differences = environment.differences;
    for (std::size_t i = 0; i < std::min(differences.size(), kShown); ++i)
        console.writeLine("  " + core::printable(core::environmentLine(differences[i]).text()));
    if (differences.size() > kShown)
        console.writeLine(fmt::format("  {} more (--json lists all)", differences.size() - kShown));
    for (const core::Message& note : environment.notes)
        console.writeLine("  " + core::printable(note.text()));
}

std::string operatorList(const std::vector<std::string>& operators)
{
    constexpr std::size_t kShown = 4;
    std::string list;
    for (std::size_t i = 0; i < std::min(operators.size(), kShown); ++i)
        list += (i == 0 ? "" : ", ") + operators[i];
    return operators.size() > kShown ? list + fmt::format(", {} more", operators.size() - kShown) : list;
}

void printFusion(Console& console, const core::FusionDifferences& fusion)
{
    constexpr std::size_t kShown = 12;
    console.writeLine("fusion: " + core::printable(fusion.headline.text()));
    for (std::size_t i = 0; i < std::min(fusion.passes.size(), kShown); ++i) {
        const core::FusionDifference& pass = fusion.passes[i];
        console.writeLine("  " + core::printable(core::fusionLine(pass).text()));
        if (!pass.targetOperators.empty())
            console.writeLine(
                "    operators of the target: " + core::printable(operatorList(pass.targetOperators)));
        if (!pass.goldenOperators.empty())
            console.writeLine(
                "    operators of golden: " + core::printable(operatorList(pass.goldenOperators)));
    }
    if (fusion.passes.size() > kShown)
        console.writeLine(fmt::format("  {} more (--json lists all)", fusion.passes.size() - kShown));
    if (fusion.isSummed)
        console.writeLine(
            "  graphs are numbered otherwise in the two runs: times are those of all graphs together");
}

/// Verdicts by step and rank; where there are many, only those with a failure.
void printCube(Console& console, const core::Comparison& comparison)
{
    constexpr std::size_t kAll = 32;
    std::vector<const core::CubeCell*> cells;
    for (const core::CubeCell& cell : comparison.cube) {
        if (comparison.cube.size() <= kAll || cell.fail > 0)
            cells.push_back(&cell);
    }
    if (comparison.cube.size() < 2 || cells.empty())
        return;
    const core::TextTable text({{"step", true}, {"rank", true}, {"pass", true}, {"warn", true},
                                   {"fail", true}, {"not comparable", true}, {"first divergence", false}},
        {terminalWidth(), true});
    const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? std::to_string(*value) : std::string();
    };
    text.write(consoleSink(console), cells.size(), [&](std::size_t i, std::vector<std::string>& row) {
        const core::CubeCell& cell = *cells[i];
        row = {number(cell.step), number(cell.rank), std::to_string(cell.pass), std::to_string(cell.warn),
            std::to_string(cell.fail), std::to_string(cell.notComparable),
            cell.first ? core::printable(cell.first->opName) : std::string()};
    });
    if (cells.size() < comparison.cube.size())
        console.writeLine(fmt::format("  {} more ranks and steps without a failure (--json lists all)",
            comparison.cube.size() - cells.size()));
}

/// Verdicts by numbered block of the network; where there are many, only those where something is wrong.
void printLayers(Console& console, const core::PairTable& pairs)
{
    constexpr std::size_t kAll = 40;
    std::vector<core::LayerVerdicts> layers = core::summariseLayers(pairs);
    const std::size_t count = layers.size();
    if (count > kAll)
        std::erase_if(layers, [](const core::LayerVerdicts& layer) { return layer.fail + layer.warn == 0; });
    if (count < 2 || layers.empty())
        return;
    const core::TextTable text({{"layer", false}, {"pass", true}, {"warn", true}, {"fail", true},
                                   {"not comparable", true}, {"first failure", false}},
        {terminalWidth(), true});
    text.write(consoleSink(console), layers.size(), [&](std::size_t i, std::vector<std::string>& row) {
        const core::LayerVerdicts& layer = layers[i];
        row = {layer.layer.empty() ? "(in none)" : core::printable(layer.layer), std::to_string(layer.pass),
            std::to_string(layer.warn), std::to_string(layer.fail), std::to_string(layer.notComparable),
            layer.firstFail
                ? core::printable(core::cellText(pairs.cell(*layer.firstFail, pairs.nameColumn())))
                : std::string()};
    });
    if (layers.size() < count)
        console.writeLine(
            fmt::format("  {} more layers without a failure (--json lists all)", count - layers.size()));
}

/// Who is likely at fault, or how far from suspect the closest operator is.
void printSuspicion(Console& console, const core::Suspicion& suspicion)
{
    constexpr std::size_t kShown = 3;
    if (suspicion.judged == 0)
        return;
    if (!suspicion.note.empty())
        console.writeLine(suspicion.note.text());
    if (suspicion.suspects.empty()) {
        console.writeLine("suspects: none");
        if (const core::Message nearest = nearestText(suspicion); !nearest.empty())
            console.writeLine("  closest: " + nearest.text());
        for (const core::Suspect& suspect : suspicion.cleared)
            console.writeLine("  not suspect: " + suspectLine(suspect));
        return;
    }
    console.writeLine("suspects:");
    for (std::size_t i = 0; i < std::min(suspicion.suspects.size(), kShown); ++i) {
        const core::Suspect& suspect = suspicion.suspects[i];
        console.writeLine(fmt::format("  {}. {}", i + 1, suspectLine(suspect)));
        if (suspect.counterfactual)
            console.writeLine("     " + suspect.counterfactual->text().text());
    }
    if (suspicion.suspects.size() > kShown)
        console.writeLine(fmt::format("  {} more (--json lists all)", suspicion.suspects.size() - kShown));
}

/// The worst elements of pairs that do not pass; `top` of each.
void printWorst(
    Console& console, const core::PairTable& pairs, const std::vector<std::uint32_t>& rows, std::size_t top)
{
    const int name = pairs.nameColumn();
    for (const std::uint32_t row : rows) {
        const core::PairResult& result = pairs.row(row);
        if (top == 0 || result.details().worst.empty() || result.verdict == core::Verdict::Pass)
            continue;
        console.writeLine(fmt::format(
            "worst elements of pair {}, {}:", row, core::printable(core::cellText(pairs.cell(row, name)))));
        for (std::size_t i = 0; i < std::min(top, result.details().worst.size()); ++i) {
            const core::WorstElement& element = result.details().worst[i];
            console.writeLine(fmt::format("  element {}: {}, golden's {}; off by {}, relative {}",
                element.index, core::numberText(element.target, element.exactTarget),
                core::numberText(element.golden, element.exactGolden),
                core::numberText(element.absError, element.exactAbsError),
                core::numberText(element.relError)));
        }
    }
}

/// Where the target is farthest in units of golden, and how the suspects stand.
void printTruth(Console& console, const core::TruthErrors& truth, const core::Comparison& comparison)
{
    console.writeLine("truth: " + truth.text().text());
    const core::PairTable& pairs = *comparison.pairs;
    const auto line = [&](const core::TruthRow& row) {
        const core::DumpIndex& index = *pairs.target().index;
        const core::TensorRow& tensor = index.tensor(pairs.row(row.row).pair.target);
        console.writeLine("  " + core::printable(index.text(tensor.opName)) + ' '
            + core::ioPlace(tensor.io, tensor.slot).text() + ": " + core::truthText(row).text());
    };
    const core::TruthRow* const worst = truth.worst();
    if (worst != nullptr)
        line(*worst);
    constexpr std::size_t kShown = 3;
    for (std::size_t i = 0; i < std::min(comparison.suspicion.suspects.size(), kShown); ++i) {
        for (const std::size_t pair : comparison.suspicion.suspects[i].pairs) {
            const core::TruthRow* const row = truth.find(pair);
            if (row != nullptr && row != worst)
                line(*row);
            if (row != nullptr)
                break;
        }
    }
}

void printSummary(Console& console, const core::Comparison& comparison)
{
    const core::ComparisonSummary& summary = comparison.summary;
    printCube(console, comparison);
    printLayers(console, *comparison.pairs);
    console.writeLine(
        fmt::format("{} pairs: {} pass, {} warn, {} fail, {} not comparable; unpaired: {} target, {} golden",
            comparison.pairs->rows(), summary.pass, summary.warn, summary.fail, summary.notComparable,
            summary.unpairedTarget, summary.unpairedGolden));
    printUnpaired(console, "target", comparison.unpairedTarget, *comparison.pairs->target().index);
    printUnpaired(console, "golden", comparison.unpairedGolden, *comparison.pairs->golden().index);
    if (comparison.partial)
        console.writeLine("interrupted: the pairs above are finished, the rest was not compared");
    if (comparison.environment)
        printEnvironment(console, *comparison.environment);
    if (comparison.fusion)
        printFusion(console, *comparison.fusion);
    printConclusion(console, comparison.conclusion);
    if (const std::string first = core::firstDivergenceText(comparison); !first.empty())
        console.writeLine("first divergence: " + first);
    printSuspicion(console, comparison.suspicion);
    if (const auto& truth = comparison.pairs->truth())
        printTruth(console, *truth, comparison);
}

} // namespace

std::string suspectLine(const core::Suspect& suspect)
{
    std::string where = suspect.run.empty() ? "" : "run " + core::printable(suspect.run) + ' ';
    if (suspect.rank)
        where += fmt::format("rank {} ", *suspect.rank);
    if (suspect.step)
        where += fmt::format("step {} ", *suspect.step);
    return fmt::format(
        "{}{}: {} (score {:.3g})", where, core::printable(suspect.opName), suspect.why.text(), suspect.score);
}

std::vector<int> readableColumns(const core::PairTable& pairs)
{
    std::vector<int> columns;
    for (const std::string_view name : {"verdict", "run", "rank", "step", "op_type", "op_name", "io", "slot",
             "occurrence", "dtype", "shape"}) {
        if (name != "run" || !pairs.target().index->runs().empty())
            columns.push_back(pairs.columnByName(name));
    }
    // A line holds a few numbers only; the other forms have all of them.
    constexpr std::array<std::string_view, 8> kMainColumns {"cosine_similarity",
        "relative_euclidean_distance", "max_absolute_error", "mismatch_ratio", "max_diff", "l2norm_diff",
        "l2norm_diff_relative", "bitwise_equal"};
    std::size_t shown = 0;
    for (const std::string_view name : kMainColumns) {
        if (const int column = pairs.columnByName(name); column >= 0) {
            columns.push_back(column);
            ++shown;
        }
    }
    for (std::size_t m = 0; shown < 4 && m < pairs.metrics().size(); ++m) {
        const int column = pairs.columnByName(pairs.metrics().info(m).id);
        if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
            columns.push_back(column);
            ++shown;
        }
    }
    columns.push_back(pairs.columnByName("reason"));
    return columns;
}

void printComparison(Console& console, const core::Comparison& comparison, const std::vector<int>& columns,
    const std::vector<std::uint32_t>& rows, std::size_t top)
{
    const core::PairTable& pairs = *comparison.pairs;
    std::vector<core::TextTable::Column> shown;
    for (const int column : columns) {
        const auto& info = pairs.columns()[static_cast<std::size_t>(column)];
        shown.push_back({std::string(info.name),
            info.type == core::ColumnType::Integer || info.type == core::ColumnType::Real});
    }
    const core::TextTable text(std::move(shown), {terminalWidth(), true});
    if (!rows.empty())
        text.write(consoleSink(console), rows.size(), [&](std::size_t i, std::vector<std::string>& cells) {
            for (std::size_t c = 0; c < columns.size(); ++c)
                cells[c] = core::cellText(pairs.cell(rows[i], columns[c]));
        });
    if (!columns.empty() && rows.size() < pairs.rows())
        console.writeLine(fmt::format("{} of {} pairs listed (--all lists all)", rows.size(), pairs.rows()));
    printWorst(console, pairs, rows, top);
    printSummary(console, comparison);
}

} // namespace dumpscope::cli
