// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/history.h"
#include "trend/row_kinds.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace dumpscope::core {

namespace {

/// What is recorded of weights and shows how far a step moves them.
struct WeightFigures {
    std::shared_ptr<const TrendColumn> norm, mean, min, max, elements, extent;

    static Result<WeightFigures> make(const TrendFigures& figures, TaskContext& task)
    {
        WeightFigures made;
        TRY_ASSIGN(made.norm, figures.column("l2norm", task));
        TRY_ASSIGN(made.mean, figures.column("mean", task));
        TRY_ASSIGN(made.min, figures.column("min", task));
        TRY_ASSIGN(made.max, figures.column("max", task));
        TRY_ASSIGN(made.elements, figures.column("elements", task));
        TRY_ASSIGN(made.extent, figures.extent(task));
        return made;
    }

    /// The logarithm of what shows of the update: no size of it, but it goes with it. Nothing where nothing
    /// moved.
    [[nodiscard]] std::optional<double> movement(std::size_t before, std::size_t now) const
    {
        const auto change = [&](const TrendColumn& column) {
            const double moved = column.isKnown(before) && column.isKnown(now)
                ? std::abs(*column.at(now) - *column.at(before))
                : 0;
            return std::isfinite(moved) ? moved : 0;
        };
        const double root = std::sqrt(std::max(1.0, elements->at(now).value_or(1)));
        constexpr double kOfLargest = 0.5; // an extreme is moved farther than most elements
        const double moved = std::max(
            {change(*norm), root * change(*mean), kOfLargest * root * std::max(change(*min), change(*max))});
        return moved > 0 ? std::optional(std::log(moved)) : std::nullopt;
    }
};

/// How far the steps of one rank moved its weights, step by step.
class StepSizes {
public:
    struct Step {
        std::size_t place = 0;   ///< of the step
        std::size_t cell = 0;    ///< of the first weight that moved
        double level = 0;        ///< logarithm, median of the weights
        double extent = 0;       ///< how much data there is
        std::size_t weights = 0; ///< so many
    };

    StepSizes(const TrendScope& scope, const WeightFigures& figures, std::size_t rank, std::size_t before)
        : m_cube(scope.cube())
        , m_figures(figures)
        , m_rank(rank)
        , m_before(before)
        , m_moves(m_cube.steps().size())
    {
        const auto& rows = m_cube.rows();
        // Where a weight stands before and after its update, the latter is of this step.
        const bool hasUpdated = std::ranges::any_of(rows, isUpdatedWeightRow);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (hasUpdated ? isUpdatedWeightRow(rows[row]) : isWeightRow(rows[row]))
                add(scope.data(), row);
        }
    }

    [[nodiscard]] std::vector<Step> steps() const
    {
        constexpr std::size_t kLeastWeights = 4;
        std::vector<Step> steps;
        for (std::size_t place = 0; place < m_moves.size(); ++place) {
            if (m_moves[place].size() < kLeastWeights || 2 * m_moves[place].size() < m_weights)
                continue;
            std::vector<double> logs;
            logs.reserve(m_moves[place].size());
            for (const Move& move : m_moves[place])
                logs.push_back(move.log);
            const std::size_t cell = m_moves[place].front().cell;
            steps.push_back(
                {place, cell, medianOf(logs), m_figures.extent->at(cell).value_or(0), logs.size()});
        }
        return steps;
    }

private:
    struct Move {
        std::size_t cell;
        double log; ///< beside what was usual for the weight in its first steps
    };

    void add(const TrendRun& data, std::size_t row)
    {
        const TrendCube::Range range = m_cube.series(row, m_rank);
        std::vector<Move> moves;
        std::vector<double> first;
        std::optional<std::int64_t> usualGap;
        for (std::size_t cell = range.begin + 1; cell < range.end; ++cell) {
            const auto before = m_cube.steps()[m_cube.cells()[cell - 1].step];
            const auto now = m_cube.steps()[m_cube.cells()[cell].step];
            if (!before || !now || !data.areOfOneCall(cell - 1, cell))
                continue;
            // Several updates lie between steps that are farther apart.
            if (usualGap.value_or(*now - *before) != *now - *before)
                continue;
            usualGap = *now - *before;
            if (const auto log = m_figures.movement(cell - 1, cell)) {
                moves.push_back({cell, *log});
                if (first.size() < m_before)
                    first.push_back(*log);
            }
        }
        if (first.size() < m_before)
            return;
        ++m_weights;
        const double usual = medianOf(first);
        for (const Move& move : moves)
            m_moves[m_cube.cells()[move.cell].step].push_back({move.cell, move.log - usual});
    }

    const TrendCube& m_cube;
    const WeightFigures& m_figures;
    std::size_t m_rank, m_before;
    std::size_t m_weights = 0;
    std::vector<std::vector<Move>> m_moves; ///< by place of the step, in the order of rows
};

/// All weights of a rank are moved farther at once, as by another rate of learning.
class StepSizeTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"step-size", Form<0>("all weights moved farther"),
            Form<0>(
                "The weights of a rank change so many times as much as in any of the latest steps, and more "
                "than ever before: norms, means and extremes, in the median of the weights. A rate of "
                "learning that rises in one step does that"),
            {{"times", 2, 1.1, 1e6, Form<0>("times the change of the steps before")},
                {"deviations", 6, 1, 1e6, Form<0>("and so many robust deviations of what steps differ by")},
                {"before", 8, 4, 1e6, Form<0>("steps before that are needed")}},
            6, {"l2norm", "mean", "min", "max"}};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        return std::ranges::none_of(scope.cube().rows(), isWeightRow)
            ? phrase("no tensor is recorded as a weight")
            : missingSteps(scope);
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        TRY_ASSIGN(const WeightFigures figures, WeightFigures::make(scope.data().figures(), task));
        std::vector<TrendFinding> all;
        for (std::size_t rank = 0; rank < scope.cube().ranks().size(); ++rank) {
            TRY_VOID(task.checkStop());
            const StepSizes sizes(scope, figures, rank, static_cast<std::size_t>(scope.number("before")));
            if (auto found = judge(scope, sizes.steps()))
                all.push_back(std::move(*found));
        }
        std::ranges::sort(all, {}, &TrendFinding::cell);
        return all;
    }

private:
    /// What steps before one led to, in logarithms.
    struct Usual {
        double level = 0;               ///< median of the latest steps
        double recent = 0, highest = 0; ///< of the latest steps and of all
        double deviation = 0;
        std::size_t first = 0, last = 0; ///< cells of the latest steps

        explicit Usual(std::span<const StepSizes::Step> before)
        {
            // The first steps of an optimizer that scales gradients go farther than those after them.
            constexpr std::size_t kLatest = 5, kRecent = 16, kFirst = 4, kLongest = 64;
            constexpr double kLeastDeviation = 0.05;
            const auto latest
                = [&](std::size_t count) { return before.last(std::min(count, before.size())); };
            std::vector<double> levels;
            for (const StepSizes::Step& step : latest(kLatest))
                levels.push_back(step.level);
            level = medianOf(levels);
            first = latest(kLatest).front().cell;
            last = latest(kLatest).back().cell;
            recent = -std::numeric_limits<double>::infinity();
            for (const StepSizes::Step& step : latest(std::min(kRecent, before.size() - kFirst)))
                recent = std::max(recent, step.level);
            highest = std::ranges::max(before, {}, &StepSizes::Step::level).level;
            std::vector<double> differences;
            const auto longest = latest(kLongest);
            for (std::size_t i = 1; i < longest.size(); ++i)
                differences.push_back(longest[i].level - longest[i - 1].level);
            deviation = std::max(kLeastDeviation, robustDeviation(differences, 0) / std::sqrt(2.0));
        }
    };

    static std::optional<TrendFinding> judge(
        const TrendScope& scope, const std::vector<StepSizes::Step>& steps)
    {
        const double times = std::log(scope.number("times")), deviations = scope.number("deviations");
        const std::size_t before = static_cast<std::size_t>(scope.number("before"));
        const TrendCube& cube = scope.cube();
        std::optional<TrendFinding> found;
        double needed = 0; // level that later steps must have
        for (std::size_t i = before; i < steps.size(); ++i) {
            const StepSizes::Step& step = steps[i];
            if (!scope.selects(step.cell))
                continue;
            if (found) {
                // A finding is of one row.
                const auto cell
                    = cube.cellAt(cube.cells()[found->cell].row, cube.cells()[found->cell].rank, step.place);
                if (step.level > needed && cell) {
                    ++found->count;
                    found->last = *cell;
                }
                continue;
            }
            const Usual usual(std::span<const StepSizes::Step>(steps).first(i));
            constexpr double kAbove = 0.3; // of the highest, which a step may pass a little
            // Gradients of another number of samples are of another size.
            const double other = std::abs(step.extent - steps[i - 1].extent);
            const double limit = std::max(times, deviations * fewSteps(i) * usual.deviation) + other;
            needed = std::max(
                {usual.level + limit, usual.recent + times + other, usual.highest + kAbove + other});
            if (step.level <= needed)
                continue;
            found.emplace();
            found->rule = "step-size";
            found->cell = found->last = step.cell;
            found->value = std::exp(step.level - usual.level);
            found->threshold = std::exp(needed - usual.level);
            found->sentence
                = phrase("is one of %1 weights that change %2 times as much as in %3, in their median and by "
                         "norms, means and extremes: a rate of learning that rises in one step does that "
                         "(limit %4)",
                    step.weights, streamText(found->value, 3),
                    scope.data().stepsText(usual.first, usual.last), streamText(found->threshold, 3));
        }
        return found;
    }
};

} // namespace

void register_step_size_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<StepSizeTrendRule>());
}

} // namespace dumpscope::core
