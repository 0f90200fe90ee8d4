// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/series_scan.h"

namespace dumpscope::core {

namespace {

/// Most elements are zero, and were not before: channels that died.
class ZeroShareTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"zero-share", Form<0>("share of zeros"),
            Form<0>("At least that share of the elements is zero, and in no step before half of that was "
                    "exceeded; counts of zeros must be recorded, or values"),
            {{"share", 0.98, 0.01, 1, Form<0>("share of elements that are zero")},
                {"before", 3, 1, 1e6, Form<0>("steps before that are needed")}},
            4, {"zero_count", "elements"}};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override { return missingSteps(scope); }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        const TrendFigures& figures = scope.data().figures();
        TRY_ASSIGN(const auto zeros, figures.column("zero_count", task));
        TRY_ASSIGN(const auto elements, figures.column("elements", task));
        const double limit = scope.number("share"), before = scope.number("before");
        return scanSeries(
            scope, info().id, task, [&](std::span<const std::size_t> cells, SeriesFinding& finding) {
                double largestBefore = 0;
                std::size_t steps = 0;
                for (const std::size_t cell : cells) {
                    const double count = elements->at(cell).value_or(0);
                    if (!zeros->isKnown(cell) || count <= 1)
                        continue;
                    const double share = *zeros->at(cell) / count;
                    const bool isNew = static_cast<double>(steps) >= before && largestBefore < limit / 2;
                    if (share >= limit && (isNew || finding.holds()) && scope.selects(cell)) {
                        finding.hold(cell, share, limit, [&] {
                            return phrase("has %1 % of zeros, %2 % at most before (limit %3 %)",
                                streamText(100 * share, 4), streamText(100 * largestBefore, 4),
                                streamText(100 * limit, 4));
                        });
                        continue;
                    }
                    largestBefore = std::max(largestBefore, share);
                    ++steps;
                }
            });
    }
};

} // namespace

void register_zero_share_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<ZeroShareTrendRule>());
}

} // namespace dumpscope::core
