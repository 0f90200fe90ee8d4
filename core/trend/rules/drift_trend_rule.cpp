// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/history.h"
#include "trend/row_kinds.h"
#include "trend/series_scan.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

/// The logarithms of one series, and what they were before they began to go one way.
class DriftCourse {
public:
    struct Reference {
        double median = 0, range = 0, least = 0, most = 0; ///< logarithms; extents
        std::size_t steps = 0, first = 0, last = 0;        ///< cells
    };

    DriftCourse(const TrendScope& scope, const SizeFigures& figures)
        : m_scope(scope)
        , m_figures(figures)
        , m_before(static_cast<std::size_t>(scope.number("before")))
    {
    }

    void add(std::size_t cell, double value)
    {
        m_logs.push_back(std::log(value));
        m_cells.push_back(cell);
        std::vector<double> latest(
            m_logs.end() - static_cast<std::ptrdiff_t>(std::min(m_logs.size(), kSmooth)), m_logs.end());
        m_levels.push_back(medianOf(latest));
        m_vectors.push_back(vectorsOf(cell));
        m_hasSeveralSizes |= m_vectors.back() != m_vectors.front();
    }

    /// Of the steps before the latest ones, which all went one way; nothing where these are few.
    [[nodiscard]] std::optional<Reference> reference() const
    {
        const std::size_t start = std::min(startOf(1), startOf(-1));
        if (start < m_before || m_levels.size() - start < kLeastSteps)
            return std::nullopt;
        const std::size_t first = start - std::min(start, kMost);
        std::vector<double> logs(m_logs.begin() + static_cast<std::ptrdiff_t>(first),
            m_logs.begin() + static_cast<std::ptrdiff_t>(start));
        Reference found {.steps = logs.size(), .first = m_cells[first], .last = m_cells[start - 1]};
        found.range = std::ranges::max(logs) - std::ranges::min(logs);
        found.median = medianOf(logs);
        found.least = HUGE_VAL;
        found.most = -HUGE_VAL;
        for (std::size_t i = first; i < start; ++i) {
            found.least = std::min(found.least, m_figures.extentOf(m_cells[i]));
            found.most = std::max(found.most, m_figures.extentOf(m_cells[i]));
        }
        return found;
    }
    [[nodiscard]] double level() const { return m_levels.back(); }
    /// How far the level may be off for the few vectors that it is of, as an expert sees tokens, others and
    /// another number of them in each step. What is of one size shows its noise in the steps before.
    [[nodiscard]] double noise() const
    {
        constexpr double kDeviations = 2; // of a mean, 1 / sqrt(count) each
        if (!m_hasSeveralSizes)
            return 0;
        const double fewest = *std::min_element(
            m_vectors.end() - static_cast<std::ptrdiff_t>(std::min(m_vectors.size(), kSmooth)),
            m_vectors.end());
        return fewest > 0 ? kDeviations / std::sqrt(fewest) : 0;
    }

private:
    /// Vectors along the last axis of a tensor; 0: not known.
    [[nodiscard]] double vectorsOf(std::size_t cell) const
    {
        const DumpIndex& index = m_scope.data().index();
        const TensorRow& tensor = index.tensor(TensorId(m_scope.cube().cells()[cell].tensor));
        if (!tensor.shape.isValid() || index.shape(tensor.shape).empty())
            return 0;
        double count = 1;
        for (const std::int64_t length :
            index.shape(tensor.shape).first(index.shape(tensor.shape).size() - 1))
            count *= static_cast<double>(length);
        return count;
    }

    /// From where on the levels go up (1) or down (-1).
    [[nodiscard]] std::size_t startOf(double direction) const
    {
        constexpr double kLeast = 0.01; // of a step
        std::size_t start = m_levels.size() - 1;
        while (start > 0 && direction * (m_levels[start] - m_levels[start - 1]) > kLeast)
            --start;
        return start;
    }

    static constexpr std::size_t kSmooth = 3, kLeastSteps = 6, kMost = 24;
    const TrendScope& m_scope;
    const SizeFigures& m_figures;
    std::size_t m_before;
    std::vector<double> m_logs, m_levels; ///< levels: medians of the latest three
    std::vector<double> m_vectors;
    bool m_hasSeveralSizes = false;
    std::vector<std::size_t> m_cells;
};

/// An activation grows or fades step by step, from a level that it held before.
class DriftTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"drift", Form<0>("slow drift"),
            Form<0>(
                "The L2 norm of an activation goes one way in six steps or more, by 1 % each at least, to "
                "so many times the level that it held before, or that part of it"),
            {{"times", 3, 1.1, 1e9, Form<0>("times the level before, either way")},
                {"before", 6, 3, 1e6, Form<0>("steps before that are needed")},
                {"ranges", 3, 0, 1e6, Form<0>("and so many times the range of the steps before")}},
            7};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override { return missingSteps(scope); }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        TRY_ASSIGN(const SizeFigures figures, SizeFigures::make(scope, task));
        const TrendCube& cube = scope.cube();
        return scanSeries(
            scope, info().id, task, [&](std::span<const std::size_t> cells, SeriesFinding& finding) {
                if (isActivationRow(cube.rows()[cube.cells()[cells.front()].row]))
                    judge(scope, figures, cells, finding);
            });
    }

private:
    static void judge(const TrendScope& scope, const SizeFigures& figures, std::span<const std::size_t> cells,
        SeriesFinding& finding)
    {
        const double times = std::log(scope.number("times")), ranges = scope.number("ranges");
        DriftCourse course(scope, figures);
        std::optional<DriftCourse::Reference> before; // where it holds: of the first step
        for (const std::size_t cell : cells) {
            const auto now = figures.magnitude->at(cell);
            if (!isSize(now))
                continue;
            course.add(cell, *now);
            if (!finding.holds())
                before = course.reference();
            if (!before || !scope.selects(cell))
                continue;
            const double extent = figures.extentOf(cell);
            const double explained = std::max({0.0, extent - before->most, before->least - extent});
            const double off = course.level() - before->median;
            if (std::abs(off) - explained - course.noise() <= std::max(times, ranges * before->range))
                continue;
            finding.hold(cell, std::exp(std::abs(off)), scope.number("times"), [&] {
                return phrase("has drifted to magnitude %1, from %2 in %3 (limit: %4 times)",
                    streamText(*now), streamText(std::exp(before->median)),
                    scope.data().stepsText(before->first, before->last), numberText(scope.number("times")));
            });
        }
    }
};

} // namespace

void register_drift_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<DriftTrendRule>());
}

} // namespace dumpscope::core
