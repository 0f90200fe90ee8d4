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
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::test {

/// One output of an operator: its shape, and a root mean square that its statistics are made of.
struct StatisticsOutput {
    std::string name; ///< "Functional.linear.0.forward"
    std::vector<int> shape;
    double size = 1;
    bool isConstant = false; ///< all elements are `size`
};

/// A run as msprobe writes it with statistics alone: step<S>/rank<R>/dump.json, operators in the order of
/// execution (docs/formats/msprobe-dump.md 2).
struct StatisticsRun {
    /// The outputs of a rank in a step; nothing: no dump.
    using Program = std::function<std::optional<std::vector<StatisticsOutput>>(int rank, int step)>;

    TemporaryFolder folder;
    core::OwnedTask task;
    std::shared_ptr<const core::TrendRun> run;

    StatisticsRun(int ranks, int steps, const Program& program)
    {
        for (int step = 0; step < steps; ++step) {
            for (int rank = 0; rank < ranks; ++rank) {
                if (const auto outputs = program(rank, step))
                    write(rank, step, *outputs);
            }
        }
        const auto index = core::openDump(folder.path(), core::builtinFormats(), {}, task).value();
        run = core::openTrendRun(index, {}, task).value();
    }

    [[nodiscard]] core::TrendResult judged(const core::TrendRuleSet& rules = core::usualTrendRules())
    {
        return core::applyTrendRules(*run, rules, task).value();
    }
    [[nodiscard]] std::string sentence() { return core::trendSentence(*run, judged()).text(); }
    /// "rule step rank name" of the first anomaly; empty: none.
    [[nodiscard]] std::string first()
    {
        const core::TrendResult result = judged();
        return result.first() ? describe(*result.first()) : std::string();
    }
    [[nodiscard]] std::string describe(const core::TrendFinding& finding) const
    {
        const core::TrendCube& cube = run->cube();
        const core::TrendCell& cell = cube.cells()[finding.cell];
        return std::string(finding.rule) + ' ' + std::to_string(cube.steps()[cell.step].value_or(-1)) + ' '
            + std::to_string(cube.ranks()[cell.rank].value_or(-1)) + ' ' + cube.rows()[cell.row].opName;
    }

private:
    void write(int rank, int step, const std::vector<StatisticsOutput>& outputs)
    {
        std::string data;
        for (const StatisticsOutput& output : outputs) {
            double elements = 1;
            std::string shape;
            for (const int extent : output.shape) {
                elements *= extent;
                shape += (shape.empty() ? "" : ",") + std::to_string(extent);
            }
            const double low = output.isConstant || elements == 1 ? output.size : -2 * output.size;
            const double high = output.isConstant || elements == 1 ? output.size : 2 * output.size;
            const auto number = [](const char* key, double value) {
                return std::string(",\"") + key + "\":" + core::numberText(value);
            };
            data += (data.empty() ? "\"" : ",\"") + output.name
                + R"(":{"input_args":[],"input_kwargs":{},"output":[{"type":"torch.Tensor","dtype":"torch.float32","shape":[)"
                + shape + "]" + number("Max", high) + number("Min", low)
                + number("Mean", output.isConstant || elements == 1 ? output.size : 0.01 * output.size)
                + number("Norm", std::abs(output.size) * std::sqrt(elements)) + "}]}";
        }
        writeFile(folder.at("step" + std::to_string(step) + "/rank" + std::to_string(rank) + "/dump.json"),
            R"({"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{)" + data
                + "}}");
    }
};

} // namespace dumpscope::test
