// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/history.h"
#include "trend/loss_rows.h"
#include "trend/series_scan.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

/// The magnitude of a tensor jumps from one step to the next, as it never did before.
class RatioTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"ratio", Form<0>("jump from step to step"),
            Form<0>("The L2 norm is so many times that of the step before, or that part of it, and no step "
                    "before jumped by a third of that (as a power)"),
            {{"times", 30, 1, 1e18, Form<0>("ratio of magnitudes of two steps")}}, 6};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        return scope.cube().steps().size() < 2 ? phrase("there is one step") : Message();
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        TRY_ASSIGN(const SizeFigures figures, SizeFigures::make(scope, task));
        const TrendCube& cube = scope.cube();
        const LossRows losses(scope.data());
        const double times = scope.number("times"), limit = std::log(times);
        return scanSeries(
            scope, info().id, task, [&](std::span<const std::size_t> cells, SeriesFinding& finding) {
                if (losses.contains(cube.rows()[cube.cells()[cells.front()].row]))
                    return; // it has a rule of its own
                constexpr double kUsualPart = 1.0 / 3;
                double largestBefore = 0;
                std::size_t last
                    = cells.front(); // the step before; where it holds: that before the first jump
                for (std::size_t i = 1; i < cells.size(); ++i) {
                    const std::size_t cell = cells[i];
                    if (!finding.holds())
                        last = cells[i - 1];
                    const auto now = figures.magnitude->at(cell), before = figures.magnitude->at(last);
                    if (!isSize(before) || !isSize(now))
                        continue;
                    // More or less data explains as much.
                    const double explained = std::abs(figures.extentOf(cell) - figures.extentOf(last));
                    const double jump = std::max(0.0, std::abs(std::log(*now / *before)) - explained);
                    const double unit = decimalUnit(std::array {*before, *now});
                    constexpr double kUnits = 30;
                    const bool isExact = std::min(*before, *now) >= kUnits * unit || unit == 1;
                    const bool isNew = finding.holds() || largestBefore < limit * kUsualPart;
                    if (jump > limit && isNew && isExact && scope.selects(cell))
                        finding.hold(cell, std::exp(jump), times, [&] {
                            return *now > *before
                                ? phrase("has magnitude %1, %2 times that of the step before (limit %3)",
                                    streamText(*now), streamText(std::exp(jump), 3), numberText(times))
                                : phrase("has magnitude %1, 1/%2 of that of the step before (limit %3)",
                                    streamText(*now), streamText(std::exp(jump), 3), numberText(times));
                        });
                    largestBefore = std::max(largestBefore, jump);
                }
            });
    }
};

} // namespace

void register_ratio_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<RatioTrendRule>());
}

} // namespace dumpscope::core
