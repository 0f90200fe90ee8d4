// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/history.h"
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
        TRY_ASSIGN(const auto figure, scope.data().figures().magnitude(task));
        const double deviations = scope.number("deviations");
        const HistoryOptions options {static_cast<std::size_t>(scope.number("steps")),
            static_cast<std::size_t>(scope.number("before")), scope.number("floor"), deviations};
        const double ranges = scope.number("ranges");
        const TrendCube& cube = scope.cube();
        return scanSeries(scope, info().id, task, [&](const TrendCube::Range& range, SeriesFinding& finding) {
            for (std::size_t cell = range.begin + options.least; cell < range.end; ++cell) {
                const TrendCube::Range upTo {range.begin, cell + 1};
                auto distance = distanceFromHistory(*figure, upTo, options);
                if (!distance)
                    continue;
                const double limit = deviations * fewSteps(distance->steps);
                if (distance->ranges <= ranges || std::abs(distance->deviations) <= limit
                    || !scope.selects(cell))
                    continue;
                const TrendCell& at = cube.cells()[cell];
                const double usual = usualDeviation(*figure, cube, at.row, at.step, options);
                distance = distanceFromHistory(*figure, upTo, options, usual);
                if (std::abs(distance->deviations) <= limit)
                    continue;
                finding.hold(cell, std::abs(distance->deviations), limit, [&] {
                    return phrase(
                        "has magnitude %1, %2 robust deviations %3 the median %4 of the %5 steps before "
                        "(limit %6)",
                        streamText(*figure->at(cell)), streamText(std::abs(distance->deviations), 3),
                        distance->deviations > 0 ? phrase("above") : phrase("below"),
                        streamText(distance->median), distance->steps, streamText(limit, 3));
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
