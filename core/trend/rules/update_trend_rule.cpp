// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/row_kinds.h"
#include "trend/series_scan.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// A weight moves too far in one step.
class UpdateTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"update", Form<0>("update of a weight too large"),
            Form<0>("The norm of a weight changes by at least that part of it in one step; the norm of the "
                    "update is as large or larger. Weights that grow from zero do so step by step"),
            {{"ratio", 0.1, 1e-6, 1e6, Form<0>("change of the norm beside the norm")},
                {"times", 20, 1, 1e6, Form<0>("and so many times the usual change of the steps before")}},
            3, {"l2norm"}};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        return std::ranges::none_of(scope.cube().rows(), isWeightRow)
            ? phrase("no tensor is recorded as a weight")
            : Message();
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        TRY_ASSIGN(const auto norm, scope.data().figures().column("l2norm", task));
        const double limit = scope.number("ratio"), times = scope.number("times");
        const TrendCube& cube = scope.cube();
        return scanSeries(
            scope, info().id, task, [&](std::span<const std::size_t> cells, SeriesFinding& finding) {
                if (!isWeightRow(cube.rows()[cube.cells()[cells.front()].row]))
                    return;
                std::vector<double> before; // changes, as they were
                std::optional<double>
                    last;          // of the step before; where it holds: of that before the first one
                double needed = 0; // change that the first one had to exceed
                for (std::size_t i = 1; i < cells.size(); ++i) {
                    const std::size_t cell = cells[i];
                    const auto now = norm->at(cell);
                    if (!finding.holds())
                        last = norm->at(cells[i - 1]);
                    if (!last || !now || !std::isfinite(*last) || !std::isfinite(*now) || *last <= 0)
                        continue;
                    const double change = std::abs(*now - *last), ratio = change / *last;
                    if (finding.holds()) {
                        if (ratio >= limit && change > needed && scope.selects(cell))
                            finding.again(cell);
                        continue;
                    }
                    std::vector<double> sorted = before;
                    const double usual = medianOf(sorted);
                    constexpr std::size_t kLeast = 4;
                    constexpr double kTimesLargest = 3;
                    if (before.size() >= kLeast)
                        needed = std::max(times * usual, kTimesLargest * *std::ranges::max_element(before));
                    const bool isUnusual = before.size() >= kLeast && change > needed;
                    if (ratio >= limit && isUnusual && scope.selects(cell))
                        finding.hold(cell, ratio, limit, [&] {
                            return phrase("changes its norm by %1 % in one step, to %2; its update is that "
                                          "large or larger (limit %3 %)",
                                streamText(100 * ratio, 3), streamText(*now), streamText(100 * limit, 4));
                        });
                    before.push_back(change);
                    constexpr std::size_t kSteps = 64;
                    if (before.size() > kSteps)
                        before.erase(before.begin());
                }
            });
    }
};

} // namespace

void register_update_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<UpdateTrendRule>());
}

} // namespace dumpscope::core
