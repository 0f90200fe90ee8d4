// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/history.h"
#include "trend/loss_rows.h"
#include "trend/series_scan.h"

#include <cmath>

namespace dumpscope::core {

namespace {

/// The magnitude of a tensor leaves the range of its own history.
class DeviationTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"deviation", Form<0>("magnitude off its own history"),
            Form<0>("The L2 norm is more than so many robust deviations off the median of the steps before, "
                    "and far outside of their range"),
            {{"deviations", 8, 1, 1e6, Form<0>("robust deviations (1.4826 MAD of logarithms)")},
                {"steps", 24, 3, 1e6, Form<0>("steps before that are looked at, at most")},
                {"before", 6, 3, 1e6, Form<0>("steps before that are needed")},
                {"floor", 0.05, 0, 10, Form<0>("least deviation, relative to the median")},
                {"ranges", 3, 0, 1e6,
                    Form<0>("and so many times the range of the steps before outside of it")}},
            5};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override { return missingSteps(scope); }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        TRY_ASSIGN(const SizeFigures figures, SizeFigures::make(scope, task));
        const double deviations = scope.number("deviations");
        const double ranges = scope.number("ranges");
        const HistoryOptions options {static_cast<std::size_t>(scope.number("steps")),
            static_cast<std::size_t>(scope.number("before")), scope.number("floor"), deviations, ranges};
        const TrendCube& cube = scope.cube();
        const LossRows losses(scope.data());
        return scanSeries(
            scope, info().id, task, [&](std::span<const std::size_t> cells, SeriesFinding& finding) {
                std::optional<HistoryBaseline> before; // where it holds: what was before the first step
                if (losses.contains(cube.rows()[cube.cells()[cells.front()].row]))
                    return; // it has a rule of its own
                for (std::size_t i = options.least; i < cells.size(); ++i) {
                    const std::size_t cell = cells[i];
                    const auto upTo = cells.first(i + 1);
                    if (!finding.holds())
                        before = baselineBefore(figures, upTo, options);
                    const auto now = figures.magnitude->at(cell);
                    const double extent = figures.extentOf(cell);
                    if (!before || !isSize(now))
                        continue;
                    const double limit = deviations * fewSteps(before->steps);
                    if (before->ranges(*now, extent) <= ranges
                        || std::abs(before->deviations(*now, extent)) <= limit || !scope.selects(cell))
                        continue;
                    if (finding.holds()) {
                        finding.again(cell);
                        continue;
                    }
                    const double usual = usualDeviation(figures, scope.data(), cell, options);
                    before = baselineBefore(figures, upTo, options, usual);
                    const double off = before->deviations(*now, extent);
                    if (std::abs(off) <= limit)
                        continue;
                    finding.hold(cell, std::abs(off), limit, [&] {
                        return phrase(
                            "has magnitude %1, %2 robust deviations %3 the median %4 of %5 (limit %6)",
                            streamText(*now), streamText(std::abs(off), 3),
                            off > 0 ? phrase("above") : phrase("below"), streamText(std::exp(before->median)),
                            scope.data().stepsText(before->first, before->last), streamText(limit, 3));
                    });
                }
            });
    }
};

} // namespace

void register_deviation_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<DeviationTrendRule>());
}

} // namespace dumpscope::core
