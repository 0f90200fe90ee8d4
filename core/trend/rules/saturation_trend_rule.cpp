// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "metrics/type_limits.h"
#include "trend/series_scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dumpscope::core {

namespace {

/// Largest number of an element type that runs overflow in; 0: of no such type.
double largestOf(std::string_view dtype)
{
    constexpr auto kLargest = std::to_array<std::pair<std::string_view, double>>(
        {{"float16", kTypeLimits[0]}, {"bfloat16", kTypeLimits[1]}, {"float32", kTypeLimits[2]},
            {"float8_e4m3fn", 448}, {"float8_e5m2", 57344}, {"hifloat8", 32768}});
    for (const auto& [name, largest] : kLargest) {
        if (dtype.ends_with(name))
            return largest;
    }
    return 0;
}

/// The largest element comes close to what its type can hold.
class SaturationTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"saturation", Form<0>("close to the largest number of the type"),
            Form<0>("The largest magnitude is at least that share of the largest number of the element type, "
                    "and was not in the first step, as the fill of a mask is"),
            {{"share", 0.9, 0.01, 1, Form<0>("share of the largest number of the type")}}, 3, {"min", "max"}};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        if (scope.cube().steps().size() < 2)
            return phrase("there is one step");
        const TensorTable& table = scope.data().table();
        const int dtype = table.columnByName("dtype");
        const bool isKnown = std::ranges::any_of(scope.cube().rows(), [&](const TrendRow& row) {
            const Cell type = table.cell(row.example, dtype);
            return largestOf(cellView(type)) > 0;
        });
        return isKnown ? Message() : phrase("no floating-point type was recorded");
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        const TrendFigures& figures = scope.data().figures();
        TRY_ASSIGN(const auto lowest, figures.column("min", task));
        TRY_ASSIGN(const auto highest, figures.column("max", task));
        const double limit = scope.number("share");
        const TensorTable& table = scope.data().table();
        const int dtype = table.columnByName("dtype");
        return scanSeries(
            scope, info().id, task, [&](std::span<const std::size_t> cells, SeriesFinding& finding) {
                const Cell type = table.cell(scope.cube().cells()[cells.front()].tensor, dtype);
                const double largest = largestOf(cellView(type));
                if (largest == 0)
                    return;
                const auto share = [&](std::size_t cell) {
                    const auto low = lowest->at(cell), high = highest->at(cell);
                    const double size = std::max(std::abs(low.value_or(0)), std::abs(high.value_or(0)));
                    return std::isfinite(size) ? size / largest : 0;
                };
                if (share(cells.front()) >= limit)
                    return;
                for (const std::size_t cell : cells.subspan(1)) {
                    if (share(cell) < limit || !scope.selects(cell))
                        continue;
                    finding.hold(cell, share(cell), limit, [&] {
                        return phrase("reaches %1 of the largest %2 (limit %3)", streamText(share(cell), 3),
                            cellText(type), numberText(limit));
                    });
                }
            });
    }
};

} // namespace

void register_saturation_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<SaturationTrendRule>());
}

} // namespace dumpscope::core
