// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "model/dump_folder.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"
#include "trend/trend_opening.h"
#include "trend/trend_result.h"

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dumpscope::test {

/// Statistics of one tensor as the monitor writes them.
struct MonitorFigures {
    double min = -1, max = 1, mean = 0, norm = 1, nans = 0;
};

/// A run as msprobe's monitor, version 2, writes it (docs/formats/llm-era.md 8.2): a file a rank.
struct MonitorRun {
    struct Row {
        std::string name, scope; ///< "fc1.output.0", "forward"
    };
    using Figures = std::function<std::optional<MonitorFigures>(std::size_t row, int rank, int step)>;

    TemporaryFolder folder;
    core::OwnedTask task;
    std::shared_ptr<const core::DumpIndex> index;
    std::shared_ptr<const core::TrendRun> run;

    MonitorRun(const std::vector<Row>& rows, int ranks, int steps, const Figures& figures)
    {
        for (int rank = 0; rank < ranks; ++rank) {
            std::string text = "vpp_stage,step,module_name,scope,min,max,mean,norm,nans\n";
            for (int step = 0; step < steps; ++step) {
                for (std::size_t row = 0; row < rows.size(); ++row) {
                    const auto one = figures(row, rank, step);
                    if (!one)
                        continue;
                    text += "0," + std::to_string(step) + ',' + rows[row].name + ',' + rows[row].scope;
                    for (const double value : {one->min, one->max, one->mean, one->norm, one->nans})
                        text += ',' + (std::isnan(value) ? std::string("nan") : core::numberText(value));
                    text += '\n';
                }
            }
            writeFile(folder.at("rank_" + std::to_string(rank) + "/module_step0-" + std::to_string(steps - 1)
                          + ".csv"),
                text);
        }
        index = core::openDump(folder.path(), core::builtinFormats(), {}, task).value();
        run = core::openTrendRun(index, {}, task).value();
    }

    [[nodiscard]] core::TrendResult judged(const core::TrendRuleSet& rules = core::usualTrendRules())
    {
        return core::applyTrendRules(*run, rules, task).value();
    }
    /// "rule step rank name" of the first anomaly; empty: none.
    [[nodiscard]] std::string first(const core::TrendRuleSet& rules = core::usualTrendRules())
    {
        const core::TrendResult result = judged(rules);
        return result.first() ? describe(*result.first()) : std::string();
    }
    [[nodiscard]] std::string describe(const core::TrendFinding& finding) const
    {
        const core::TrendCube& cube = run->cube();
        const core::TrendCell& cell = cube.cells()[finding.cell];
        std::string ranks = std::to_string(cube.ranks()[cell.rank].value_or(-1));
        if (!finding.ranks.empty()) {
            ranks.clear();
            for (const std::uint32_t rank : finding.ranks)
                ranks += (ranks.empty() ? "" : "|") + std::to_string(cube.ranks()[rank].value_or(-1));
        }
        return std::string(finding.rule) + ' ' + std::to_string(cube.steps()[cell.step].value_or(-1)) + ' '
            + ranks + ' ' + cube.rows()[cell.row].opName;
    }
};

/// A number in [0, 1) of any place, the same every time.
[[nodiscard]] inline double noiseAt(std::size_t row, int rank, int step)
{
    std::uint64_t x
        = row * 1000003 + static_cast<std::uint64_t>(rank) * 7919 + static_cast<std::uint64_t>(step) + 1;
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    x ^= x >> 33;
    return static_cast<double>(x >> 11) * 0x1p-53;
}

} // namespace dumpscope::test
