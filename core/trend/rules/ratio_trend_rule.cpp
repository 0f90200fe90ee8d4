// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/history.h"
#include "trend/loss_rows.h"
#include "trend/series_scan.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace dumpscope::core {

namespace {

/// How many times the smaller of two sizes the larger is at least, as the logarithm: a file may have rounded
/// both to few decimals.
double leastJump(double a, double b)
{
    const double unit = decimalUnit(std::array {a, b});
    const double rounded = unit < 1 ? unit / 2 : 0; // whole numbers are what they are
    return std::max(0.0, std::log((std::max(a, b) - rounded) / (std::min(a, b) + rounded)));
}

/// Tensors of one element: numbers with a sign, as means, that may come near zero by chance.
class Numbers {
public:
    static Result<Numbers> make(const TrendFigures& figures, TaskContext& task)
    {
        Numbers numbers;
        TRY_ASSIGN(numbers.m_lowest, figures.column("min", task));
        TRY_ASSIGN(numbers.m_highest, figures.column("max", task));
        TRY_ASSIGN(numbers.m_elements, figures.column("elements", task));
        return numbers;
    }

    /// Whether the last of the cells can be told from those before by a ratio. Of single numbers only where
    /// they never changed; or where it is far above all of enough steps, or these kept away from zero.
    [[nodiscard]] bool haveRatio(std::span<const std::size_t> cells, double times) const
    {
        constexpr std::size_t kEnough = 5, kEnoughOfConstant = 2;
        constexpr double kPart = 0.25;
        const std::size_t now = cells.back();
        if (m_elements->at(now) != 1.0 || m_lowest->at(now) != m_highest->at(now) || !m_lowest->isKnown(now))
            return true;
        std::vector<double> before;
        for (const std::size_t cell : cells.first(cells.size() - 1)) {
            if (const auto value = m_lowest->at(cell); value && std::isfinite(*value))
                before.push_back(*value);
        }
        if (before.size() < kEnoughOfConstant)
            return false;
        const auto [lowest, highest] = std::ranges::minmax(before);
        if (lowest == highest)
            return true;
        const double most = std::max(std::abs(lowest), std::abs(highest)),
                     least = std::min(std::abs(lowest), std::abs(highest));
        const bool keepsAway = (lowest > 0) == (highest > 0) && highest - lowest <= kPart * least;
        return before.size() >= kEnough && (keepsAway || std::abs(*m_lowest->at(now)) >= times * most);
    }

private:
    Numbers() = default;
    std::shared_ptr<const TrendColumn> m_lowest, m_highest, m_elements;
};

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
        TRY_ASSIGN(const Numbers numbers, Numbers::make(scope.data().figures(), task));
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
                    const bool isExact = leastJump(*before, *now) - explained > limit;
                    const bool isNew = finding.holds() || largestBefore < limit * kUsualPart;
                    // What follows the first jump is judged by what was before that.
                    const bool isJump = jump > limit && isNew && isExact
                        && (finding.holds() || numbers.haveRatio(cells.first(i + 1), times));
                    if (isJump && scope.selects(cell))
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
