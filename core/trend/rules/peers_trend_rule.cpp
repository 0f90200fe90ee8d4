// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "trend/series_scan.h"
#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace dumpscope::core {

namespace {

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
                {"floor", 0.03, 0, 10, Form<0>("least usual distance, relative")}},
            4};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        if (const std::size_t ranks = scope.cube().ranks().size(); ranks < kRanks)
            return phrase("%1 ranks are needed, and there are %2", kRanks, ranks);
        const std::size_t steps = scope.cube().steps().size();
        return static_cast<double>(steps) > scope.number("before")
            ? Message()
            : phrase("%1 steps are needed before, and there are %2 in all",
                numberText(scope.number("before")), steps);
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        using Findings = std::vector<TrendFinding>;
        constexpr std::size_t kRowsAtOnce = 16;
        if (scope.cube().ranks().size() < kRanks)
            return Findings {};
        TRY_ASSIGN(const auto figure, scope.data().figures().magnitude(task));
        Findings all;
        TRY_VOID(parallelMapReduce<Findings>(
            task.arena, scope.cube().rows().size(), kRowsAtOnce, task.stop,
            [&](std::size_t begin, std::size_t end) -> Result<Findings> {
                Findings found;
                for (std::size_t row = begin; row < end; ++row)
                    judgeRow(scope, *figure, row, found);
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

    static void judgeRow(
        const TrendScope& scope, const TrendColumn& figure, std::size_t row, std::vector<TrendFinding>& found)
    {
        const TrendCube& cube = scope.cube();
        const TrendCube::Range cells = cube.cellsOf(row);
        std::map<std::uint32_t, std::vector<std::size_t>> steps;
        std::vector<double> rounded;
        for (std::size_t cell = cells.begin; cell < cells.end; ++cell) {
            const auto value = figure.at(cell);
            if (!value || !std::isfinite(*value) || *value <= 0)
                continue;
            steps[cube.cells()[cell].step].push_back(cell);
            constexpr std::size_t kEnough = 32;
            if (rounded.size() < kEnough)
                rounded.push_back(*value);
        }
        const double unit = decimalUnit(rounded);
        std::vector<double> usual; // of all ranks in the steps before
        std::map<std::uint32_t, SeriesFinding> findings;
        std::size_t before = 0;
        for (const auto& [step, members] : steps) {
            if (members.size() < kRanks)
                continue;
            std::vector<double> logs;
            for (const std::size_t cell : members)
                logs.push_back(std::log(*figure.at(cell)));
            const std::vector<double> each = logs;
            const double median = medianOf(logs);
            std::vector<double> distances;
            for (const double log : each)
                distances.push_back(std::abs(log - median));
            if (static_cast<double>(before) >= scope.number("before")) {
                std::vector<double> sorted = usual;
                constexpr double kNormal = 1.4826;
                const double distance
                    = std::max({kNormal * medianOf(sorted), scope.number("floor"), unit / std::exp(median)});
                const double farthest = *std::ranges::max_element(usual);
                for (std::size_t i = 0; i < members.size(); ++i) {
                    const double times = distances[i] / distance;
                    if (times <= scope.number("deviations") || distances[i] <= 2 * farthest
                        || !scope.selects(members[i]))
                        continue;
                    findings[cube.cells()[members[i]].rank].hold(
                        members[i], times, scope.number("deviations"), [&] {
                            return phrase(
                                "has magnitude %1 where the median of %2 ranks is %3: %4 times the usual "
                                "distance (limit %5)",
                                streamText(*figure.at(members[i])), members.size(),
                                streamText(std::exp(median)), streamText(times, 3),
                                numberText(scope.number("deviations")));
                        });
                }
            }
            if (findings.empty())
                usual.insert(usual.end(), distances.begin(), distances.end());
            ++before;
        }
        for (auto& [rank, finding] : findings) {
            finding.finding()->rule = "peers";
            found.push_back(std::move(*finding.finding()));
        }
    }
};

} // namespace

void register_peers_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<PeersTrendRule>());
}

} // namespace dumpscope::core
