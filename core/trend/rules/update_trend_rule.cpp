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
            Form<0>(
                "The norm of a weight changes by at least that part of it in one step; the norm of the "
                "update is as large or larger. Weights that grew from zero are left out until they do not"),
            {{"ratio", 0.1, 1e-6, 1e6, Form<0>("change of the norm beside the norm")},
                {"times", 5, 1, 1e6, Form<0>("and so many times the largest change of the steps before")}},
            3};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        return std::ranges::none_of(scope.cube().rows(), isWeightRow) ? phrase("no weights were recorded")
                                                                      : Message();
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        TRY_ASSIGN(const auto norm, scope.data().figures().column("l2norm", task));
        const double limit = scope.number("ratio"), times = scope.number("times");
        const TrendCube& cube = scope.cube();
        return scanSeries(scope, info().id, task, [&](const TrendCube::Range& range, SeriesFinding& finding) {
            if (!isWeightRow(cube.rows()[cube.cells()[range.begin].row]))
                return;
            double largestBefore = 0;
            bool isSettled = false; // it moved, and less than the limit
            for (std::size_t cell = range.begin + 1; cell < range.end; ++cell) {
                const auto before = norm->at(cell - 1), now = norm->at(cell);
                if (!before || !now || !std::isfinite(*before) || !std::isfinite(*now) || *before <= 0)
                    continue;
                const double change = std::abs(*now - *before) / *before;
                if (change >= limit && isSettled && change > times * largestBefore && scope.selects(cell))
                    finding.hold(cell, change, limit, [&] {
                        return phrase(
                            "changes its norm by %1 % in one step, to %2; its update is that large or "
                            "larger (limit %3 %)",
                            streamText(100 * change, 3), streamText(*now), streamText(100 * limit, 4));
                    });
                isSettled |= change < limit;
                largestBefore = std::max(largestBefore, change);
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
