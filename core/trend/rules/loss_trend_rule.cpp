// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/history.h"
#include "trend/local_course.h"
#include "trend/loss_rows.h"
#include "trend/row_kinds.h"
#include "trend/series_scan.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// The losses of one rank, judged step by step.
class LossCourse {
public:
    LossCourse(const TrendScope& scope, const SizeFigures& figures, SeriesFinding& finding)
        : m_scope(scope)
        , m_figures(figures)
        , m_finding(finding)
        , m_least(static_cast<std::size_t>(scope.number("before")))
        , m_times(std::log(scope.number("times")))
        , m_deviations(scope.number("deviations"))
    {
    }

    void add(std::size_t cell)
    {
        const auto now = m_figures.magnitude->at(cell);
        if (!isSize(now))
            return;
        const double log = std::log(*now);
        if (m_finding.holds()) {
            if (log >= m_needed && m_scope.selects(cell))
                m_finding.again(cell);
            return;
        }
        if (m_logs.size() >= m_least && m_scope.selects(cell) && !isNegligible(log))
            judge(cell, log);
        m_logs.push_back(log);
        m_cells.push_back(cell);
        if (m_logs.size() > kSteps) {
            m_logs.erase(m_logs.begin());
            m_cells.erase(m_cells.begin());
        }
    }

private:
    /// Losses close to zero vary by factors.
    [[nodiscard]] bool isNegligible(double log) const
    {
        constexpr double kPart = 0.05;
        return log < std::ranges::max(m_logs) + std::log(kPart);
    }

    void judge(std::size_t cell, double log)
    {
        const LocalCourse course = localCourse(m_logs);
        // Less data makes more noise, and other data another loss.
        const double other = std::abs(m_figures.extentOf(cell) - m_figures.extentOf(m_cells.back()));
        const double needed = std::max({m_times, m_deviations * fewSteps(course.steps) * course.deviation,
                                  kFarthest * course.farthest})
            + other;
        if (log - course.expected > needed) {
            m_needed = course.expected + needed;
            const double times = std::exp(log - course.expected);
            m_finding.hold(cell, times, std::exp(needed), [&] {
                return phrase("is %1, %2 times the %3 that its course in %4 leads to (limit %5)",
                    streamText(std::exp(log)), streamText(times, 3), streamText(std::exp(course.expected)),
                    m_scope.data().stepsText(m_cells[m_cells.size() - course.steps], m_cells.back()),
                    streamText(std::exp(needed), 3));
            });
            return;
        }
        judgeRise(cell, log, other);
    }

    /// A loss that grows step by step carries its course along: its lowest level before is what it left.
    void judgeRise(std::size_t cell, double log, double other)
    {
        if (m_logs.size() < kLevel + m_least)
            return;
        std::size_t lowest = 0;
        double level = HUGE_VAL;
        for (std::size_t i = 0; i + kLevel <= m_logs.size(); ++i) {
            std::vector<double> some(m_logs.begin() + static_cast<std::ptrdiff_t>(i),
                m_logs.begin() + static_cast<std::ptrdiff_t>(i + kLevel));
            if (const double middle = medianOf(some); middle < level) {
                level = middle;
                lowest = i + kLevel / 2;
            }
        }
        std::vector<double> latest(m_logs.end() - static_cast<std::ptrdiff_t>(kLevel - 1), m_logs.end());
        latest.push_back(log);
        const double now = medianOf(latest);
        // The noise is that of the steps up to there: a line through a bend is far from both of its legs.
        const LocalCourse before = localCourse(std::span(m_logs).first(lowest + kLevel / 2 + 1));
        const double needed
            = std::max(m_times, m_deviations * fewSteps(before.steps) * before.deviation) + other;
        if (now - level <= needed || log - level <= needed)
            return;
        m_needed = level + needed;
        const double times = std::exp(log - level);
        m_finding.hold(cell, times, std::exp(needed), [&] {
            return phrase("is %1 and has risen to %2 times its lowest level, %3 about %4 (limit %5)",
                streamText(std::exp(log)), streamText(times, 3), streamText(std::exp(level)),
                m_scope.data().stepsText(m_cells[lowest], m_cells[lowest]), streamText(std::exp(needed), 3));
        });
    }

    static constexpr double kFarthest = 2; ///< times the largest distance from the course before
    static constexpr std::size_t kLevel = 5, kSteps = 64;
    const TrendScope& m_scope;
    const SizeFigures& m_figures;
    SeriesFinding& m_finding;
    std::size_t m_least;
    double m_times, m_deviations;
    double m_needed = 0; ///< where it holds
    std::vector<double> m_logs;
    std::vector<std::size_t> m_cells;
};

/// The loss jumps up, or rises.
class LossTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"loss", Form<0>("loss spike"),
            Form<0>("The loss (an output with \"loss\" in its name, else a scalar of a loss function) is so "
                    "many times what its course in the "
                    "latest steps leads to, or its lowest level before, and more than its noise explains"),
            {{"times", 1.5, 1, 1e9, Form<0>("times what was to be expected")},
                {"deviations", 8, 1, 1e6, Form<0>("robust deviations from the course, of logarithms")},
                {"before", 4, 2, 1e6, Form<0>("steps before that are needed")}},
            1};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        if (LossRows(scope.data()).isEmpty())
            return phrase("no loss was recorded");
        return missingSteps(scope);
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        TRY_ASSIGN(const SizeFigures figures, SizeFigures::make(scope, task));
        const TrendCube& cube = scope.cube();
        const LossRows losses(scope.data());
        return scanSeries(
            scope, info().id, task, [&](std::span<const std::size_t> cells, SeriesFinding& finding) {
                if (!losses.contains(cube.rows()[cube.cells()[cells.front()].row]))
                    return;
                LossCourse course(scope, figures, finding);
                for (const std::size_t cell : cells)
                    course.add(cell);
            });
    }
};

} // namespace

void register_loss_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<LossTrendRule>());
}

} // namespace dumpscope::core
