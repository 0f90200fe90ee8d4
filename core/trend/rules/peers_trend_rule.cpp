// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/history.h"
#include "trend/loss_rows.h"
#include "trend/series_scan.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace dumpscope::core {

namespace {

/// How far apart the ranks of one row are, step by step.
class PeerRow {
public:
    /// `of`: cells of one row, that are the same tensor of the program.
    PeerRow(const TrendScope& scope, const SizeFigures& figures, const LossRows& losses,
        const std::vector<std::size_t>& of)
        : m_scope(scope)
        , m_figures(figures)
        , m_limit(scope.number("deviations"))
        , m_isLoss(losses.contains(scope.cube().rows()[scope.cube().cells()[of.front()].row]))
    {
        const TrendCube& cube = scope.cube();
        std::vector<double> rounded;
        for (const std::size_t cell : of) {
            const auto value = figures.magnitude->at(cell);
            if (!isSize(value))
                continue;
            m_steps[cube.cells()[cell].step].push_back(cell);
            constexpr std::size_t kEnough = 32;
            if (rounded.size() < kEnough)
                rounded.push_back(*value);
        }
        m_unit = decimalUnit(rounded);
    }

    void run(std::size_t ranks, std::vector<TrendFinding>& found)
    {
        for (const auto& [step, cells] : m_steps) {
            if (cells.size() >= ranks)
                look(cells);
        }
        for (auto& [rank, finding] : m_findings) {
            finding.finding()->rule = "peers";
            found.push_back(std::move(*finding.finding()));
        }
    }

private:
    void look(const std::vector<std::size_t>& cells)
    {
        std::vector<double> logs, distances;
        for (const std::size_t cell : cells)
            logs.push_back(std::log(*m_figures.magnitude->at(cell)));
        std::vector<double> sorted = logs, extents;
        const double median = medianOf(sorted);
        // Losses close to zero vary by factors.
        constexpr double kNegligible = 0.05;
        m_highest = std::max(m_highest, median);
        if (m_isLoss && median < m_highest + std::log(kNegligible))
            return;
        for (const std::size_t cell : cells)
            extents.push_back(m_figures.extentOf(cell));
        sorted = extents;
        const double extent = medianOf(sorted);
        // A rank with more or less data than the others is as much off by that.
        for (std::size_t i = 0; i < logs.size(); ++i)
            distances.push_back(std::max(0.0, std::abs(logs[i] - median) - std::abs(extents[i] - extent)));
        if (static_cast<double>(m_before.size()) >= m_scope.number("before"))
            judge(cells, distances, median);
        m_farthest.push_back(*std::ranges::max_element(distances));
        m_before.push_back(std::move(distances));
    }

    /// What distances of ranks have to exceed.
    struct Limits {
        double distance = 0; ///< usual one
        double limit = 0;    ///< in units of it
        double outside = 0;  ///< and so far
    };

    /// Steps before this one that count, as numbers of m_before.
    struct Steps {
        std::size_t first = 0, end = 0;
    };
    [[nodiscard]] Steps stepsBefore() const
    {
        constexpr std::size_t kLatest = 64; // bounds the work in long runs
        const auto least = static_cast<std::size_t>(m_scope.number("before"));
        const std::size_t end = m_before.size() - std::min(kHistoryLag, m_before.size() - least);
        return {end - std::min(end, kLatest), end};
    }

    [[nodiscard]] double leastDistance(double median) const
    {
        return std::max(m_scope.number("floor"), m_unit / std::exp(median));
    }

    /// How far off a rank has to be at least, which is known without looking at all distances before.
    [[nodiscard]] double outsideNow(double median) const
    {
        double farthest = 0;
        for (auto [step, end] = stepsBefore(); step < end; ++step)
            farthest = std::max(farthest, m_farthest[step]);
        return m_scope.number("ranges") * std::max(farthest, leastDistance(median));
    }

    [[nodiscard]] Limits limitsNow(double median) const
    {
        constexpr double kNormal = 1.4826;
        std::vector<double> usual;
        const Steps steps = stepsBefore();
        for (std::size_t step = steps.first; step < steps.end; ++step) {
            // One of three ranks is the median itself.
            std::ranges::copy_if(
                m_before[step], std::back_inserter(usual), [](double distance) { return distance > 0; });
        }
        return {std::max(kNormal * medianOf(usual), leastDistance(median)), m_limit * fewSteps(steps.end),
            outsideNow(median)};
    }

    void judge(const std::vector<std::size_t>& cells, const std::vector<double>& distances, double median)
    {
        const double outside = outsideNow(median);
        std::optional<Limits> now;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::uint32_t rank = m_scope.cube().cells()[cells[i]].rank;
            const auto known = m_limits.find(rank); // a rank that is off is judged by what was before
            if (known == m_limits.end()) {
                if (distances[i] <= outside)
                    continue;
                if (!now)
                    now = limitsNow(median);
            }
            const Limits& limits = known == m_limits.end() ? *now : known->second;
            const double times = distances[i] / limits.distance;
            if (times <= limits.limit || distances[i] <= limits.outside || !m_scope.selects(cells[i]))
                continue;
            m_findings[rank].hold(cells[i], times, limits.limit, [&] {
                return phrase("has magnitude %1 where the median of %2 ranks is %3: %4 times the usual "
                              "distance (limit %5)",
                    streamText(*m_figures.magnitude->at(cells[i])), cells.size(),
                    streamText(std::exp(median)), streamText(times, 3), streamText(limits.limit, 3));
            });
            m_limits.try_emplace(rank, limits);
        }
    }

    const TrendScope& m_scope;
    const SizeFigures& m_figures;
    double m_limit, m_unit = 0;
    bool m_isLoss;
    double m_highest = -HUGE_VAL;                              ///< median of the ranks so far
    std::map<std::uint32_t, std::vector<std::size_t>> m_steps; ///< cells with a magnitude, by step
    std::vector<std::vector<double>> m_before; ///< distances from the median, logarithmic, by step
    std::vector<double> m_farthest;            ///< the largest of each step
    std::map<std::uint32_t, SeriesFinding> m_findings;
    std::map<std::uint32_t, Limits> m_limits; ///< of ranks with a finding, before it
};

/// One rank departs from the others farther than any of them did before.
class PeersTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"peers", Form<0>("rank far off the others"),
            Form<0>("The L2 norm on a rank is that many times farther off the median of the ranks than ranks "
                    "were in the steps before; of three ranks and more"),
            {{"deviations", 8, 1, 1e6, Form<0>("usual distances between ranks, as factors")},
                {"before", 4, 2, 1e6, Form<0>("steps before that are needed")},
                {"floor", 0.01, 0, 10, Form<0>("least usual distance, relative")},
                {"ranges", 4, 0, 1e6, Form<0>("and so many times the largest distance before")}},
            4};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        if (const std::size_t ranks = scope.cube().ranks().size(); ranks < kRanks)
            return phrase("%1 ranks are needed, and the run has %2", kRanks, ranks);
        return missingSteps(scope);
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        using Findings = std::vector<TrendFinding>;
        constexpr std::size_t kRowsAtOnce = 16;
        if (scope.cube().ranks().size() < kRanks)
            return Findings {};
        TRY_ASSIGN(const SizeFigures figures, SizeFigures::make(scope, task));
        const LossRows losses(scope.data());
        Findings all;
        TRY_VOID(parallelMapReduce<Findings>(
            task.arena, scope.cube().rows().size(), kRowsAtOnce, task.stop,
            [&](std::size_t begin, std::size_t end) -> Result<Findings> {
                Findings found;
                for (std::size_t row = begin; row < end; ++row)
                    look(scope, figures, losses, row, found);
                return found;
            },
            [&](Findings&& found) -> Result<void> {
                std::move(found.begin(), found.end(), std::back_inserter(all));
                return {};
            }));
        return all;
    }

private:
    static constexpr std::size_t kRanks = 3;

    static void look(const TrendScope& scope, const SizeFigures& figures, const LossRows& losses,
        std::size_t row, std::vector<TrendFinding>& found)
    {
        std::map<std::uint32_t, std::vector<std::size_t>> byCalls;
        const TrendCube::Range cells = scope.cube().cellsOf(row);
        for (std::size_t cell = cells.begin; cell < cells.end; ++cell)
            byCalls[scope.data().callsOf(cell)].push_back(cell);
        std::vector<TrendFinding> all;
        for (const auto& [calls, of] : byCalls)
            PeerRow(scope, figures, losses, of).run(kRanks, all);
        std::ranges::sort(all, {}, &TrendFinding::cell);
        // One of each rank: the first.
        std::set<std::uint32_t> ranks;
        for (TrendFinding& one : all) {
            if (ranks.insert(scope.cube().cells()[one.cell].rank).second)
                found.push_back(std::move(one));
        }
    }
};

} // namespace

void register_peers_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<PeersTrendRule>());
}

} // namespace dumpscope::core
