// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/loss_rows.h"
#include "trend/series_scan.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// The loss jumps up.
class LossTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"loss", Form<0>("loss spike"),
            Form<0>("The loss (an output with \"loss\" in its name, else a scalar of a loss function) is so "
                    "many times the median of the steps "
                    "before, and more than their robust deviation explains"),
            {{"times", 1.5, 1, 1e9, Form<0>("times the median")},
                {"deviations", 8, 1, 1e6, Form<0>("robust deviations above the median")},
                {"before", 4, 2, 1e6, Form<0>("steps before that are needed")}},
            1};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        if (LossRows(scope.data()).isEmpty())
            return phrase("no loss was recorded");
        return missingSteps(scope);
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        TRY_ASSIGN(const auto figure, scope.data().figures().magnitude(task));
        const TrendCube& cube = scope.cube();
        const LossRows losses(scope.data());
        return scanSeries(scope, info().id, task, [&](const TrendCube::Range& range, SeriesFinding& finding) {
            if (losses.contains(cube.rows()[cube.cells()[range.begin].row]))
                judge(scope, *figure, range, finding);
        });
    }

private:
    static void judge(const TrendScope& scope, const TrendColumn& figure, const TrendCube::Range& range,
        SeriesFinding& finding)
    {
        constexpr std::size_t kSteps = 64;
        std::vector<double> history;
        std::vector<std::size_t> cells; // of the history
        double median = 0, least = 0;   // where it holds: of the steps before the first one
        for (std::size_t cell = range.begin; cell < range.end; ++cell) {
            const auto now = figure.at(cell);
            if (!now || !std::isfinite(*now))
                continue;
            if (static_cast<double>(history.size()) >= scope.number("before")) {
                if (!finding.holds()) {
                    std::vector<double> sorted = history;
                    median = medianOf(sorted);
                    least = std::max(median + scope.number("deviations") * robustDeviation(history, median),
                        *std::ranges::max_element(history));
                }
                const double times = median > 0 ? *now / median : 0;
                if (times >= scope.number("times") && *now > least && scope.selects(cell))
                    finding.hold(cell, times, scope.number("times"), [&] {
                        return phrase("is %1, %2 times the median %3 of %4 (limit %5)", streamText(*now),
                            streamText(times, 3), streamText(median),
                            scope.data().stepsText(cells.front(), cells.back()),
                            numberText(scope.number("times")));
                    });
            }
            history.push_back(*now);
            cells.push_back(cell);
            if (history.size() > kSteps) {
                history.erase(history.begin());
                cells.erase(cells.begin());
            }
        }
    }
};

} // namespace

void register_loss_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<LossTrendRule>());
}

} // namespace dumpscope::core
