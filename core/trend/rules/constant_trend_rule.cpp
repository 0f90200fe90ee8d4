// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/series_scan.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace dumpscope::core {

namespace {

/// Whether a tensor of such magnitudes may vary where a file of few decimals shows it as the same all over.
bool isRounded(const std::vector<double>& sizes)
{
    constexpr double kAboveRounding = 1e-4; // of files with six decimals
    return std::ranges::min(sizes) < kAboveRounding && decimalUnit(sizes) > 0;
}

/// A tensor that varied before has one value everywhere.
class ConstantTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"constant", Form<0>("constant or zero tensor"),
            Form<0>("All elements have one value, and in none of the steps before they had"),
            {{"before", 3, 1, 1e6, Form<0>("steps before in which the tensor varied, at least")}}, 2};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override { return missingSteps(scope); }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        const TrendFigures& figures = scope.data().figures();
        TRY_ASSIGN(const auto lowest, figures.column("min", task));
        TRY_ASSIGN(const auto highest, figures.column("max", task));
        TRY_ASSIGN(const auto norm, figures.column("l2norm", task));
        TRY_ASSIGN(const auto elements, figures.column("elements", task));
        const double before = scope.number("before");
        return scanSeries(
            scope, info().id, task, [&](std::span<const std::size_t> cells, SeriesFinding& finding) {
                // Comparisons are true or false all over now and then.
                const TensorId id(scope.cube().cells()[cells.front()].tensor);
                if (scope.data().index().tensor(id).dtype == DType::Bool)
                    return;
                constexpr double kManyElements = 64;
                std::size_t varied = 0;
                std::vector<double> sizes; // magnitudes seen, to know what rounding of a file can make zero
                double fewest = kManyElements; // elements of a step that varied
                std::size_t skipped = 0;
                for (std::size_t i = 0; i < cells.size(); ++i) {
                    const std::size_t cell = cells[i];
                    const bool hasExtremes = lowest->isKnown(cell) && highest->isKnown(cell);
                    const bool isZero = norm->at(cell) == 0.0;
                    if (!hasExtremes && !norm->isKnown(cell))
                        continue;
                    // Fewer elements than ever may be equal by chance, and a single one is.
                    const double count = elements->at(cell).value_or(HUGE_VAL);
                    if (varied > 0 && count < fewest) {
                        ++skipped;
                        continue;
                    }
                    const bool isConstant = hasExtremes ? *lowest->at(cell) == *highest->at(cell)
                            && (isZero || !norm->isKnown(cell) || *lowest->at(cell) != 0)
                                                        : isZero;
                    if (!isConstant) {
                        ++varied;
                        fewest = std::min(fewest, count);
                        const double size = hasExtremes
                            ? std::max(std::abs(*lowest->at(cell)), std::abs(*highest->at(cell)))
                            : *norm->at(cell);
                        sizes.push_back(size);
                        continue;
                    }
                    if (finding.holds() && scope.selects(cell)) {
                        finding.again(cell);
                        continue;
                    }
                    if (i == 0) { // as moments of optimizers begin
                        ++skipped;
                        continue;
                    }
                    if (static_cast<double>(varied) < before || i - skipped > varied || isRounded(sizes)
                        || !scope.selects(cell))
                        return; // it is constant at times
                    const double value = hasExtremes ? *lowest->at(cell) : 0;
                    finding.hold(cell, value, before, [&] {
                        return value == 0 ? phrase("is zero, and varied in all %1 steps before", varied)
                                          : phrase("is %1 everywhere, and varied in all %2 steps before",
                                              numberText(value), varied);
                    });
                }
            });
    }
};

} // namespace

void register_constant_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<ConstantTrendRule>());
}

} // namespace dumpscope::core
