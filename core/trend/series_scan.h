// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_rule.h"

#include <map>
#include <span>
#include <utility>

namespace dumpscope::core {

/// Cells of one row and rank that are the same tensor of the program, by step.
using Series = std::vector<std::size_t>;
[[nodiscard]] inline std::vector<Series> seriesOf(const TrendRun& data, std::size_t row, std::size_t rank)
{
    std::map<std::uint32_t, Series> byCalls;
    const TrendCube::Range range = data.cube().series(row, rank);
    for (std::size_t cell = range.begin; cell < range.end; ++cell)
        byCalls[data.callsOf(cell)].push_back(cell);
    std::vector<Series> all;
    all.reserve(byCalls.size());
    for (auto& [calls, series] : byCalls)
        all.push_back(std::move(series));
    return all;
}

/// What a rule finds on one rank of one row, cell by cell.
class SeriesFinding {
public:
    /// `sentence` is called for the first cell only.
    template<typename Sentence>
    void hold(std::size_t cell, double value, double threshold, const Sentence& sentence)
    {
        if (m_finding) {
            again(cell);
            return;
        }
        m_finding.emplace();
        m_finding->cell = m_finding->last = cell;
        m_finding->value = value;
        m_finding->threshold = threshold;
        m_finding->sentence = sentence();
    }
    /// A later step in which it is seen, too. It holds already.
    void again(std::size_t cell)
    {
        ++m_finding->count;
        m_finding->last = cell;
    }
    [[nodiscard]] bool holds() const { return m_finding.has_value(); }
    [[nodiscard]] std::optional<TrendFinding>& finding() { return m_finding; }

private:
    std::optional<TrendFinding> m_finding;
};

/// Calls `look(cells, finding)` in parallel for the series of every row and rank, its cells by step; where an
/// API is not called as often in all steps, for the steps of each number of calls. Findings come in the
/// cube's order whatever the number of threads. Errors: Code::Cancelled.
template<typename Look>
[[nodiscard]] Result<std::vector<TrendFinding>> scanSeries(
    const TrendScope& scope, std::string_view rule, TaskContext& task, const Look& look)
{
    using Findings = std::vector<TrendFinding>;
    constexpr std::size_t kRowsAtOnce = 16;
    const TrendCube& cube = scope.cube();
    Findings all;
    TRY_VOID(parallelMapReduce<Findings>(
        task.arena, cube.rows().size(), kRowsAtOnce, task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<Findings> {
            Findings found;
            for (std::size_t row = begin; row < end; ++row) {
                for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
                    std::optional<TrendFinding> first;
                    for (const Series& series : seriesOf(scope.data(), row, rank)) {
                        SeriesFinding finding;
                        look(std::span<const std::size_t>(series), finding);
                        if (finding.holds() && (!first || finding.finding()->cell < first->cell))
                            first = std::move(finding.finding());
                    }
                    if (!first)
                        continue;
                    first->rule = rule;
                    found.push_back(std::move(*first));
                }
            }
            return found;
        },
        [&](Findings&& found) -> Result<void> {
            std::move(found.begin(), found.end(), std::back_inserter(all));
            return {};
        }));
    return all;
}

} // namespace dumpscope::core
