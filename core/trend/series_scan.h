// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_rule.h"

namespace dumpscope::core {

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

/// Calls `look(range, finding)` in parallel for the series of every row and rank; findings come in the cube's
/// order whatever the number of threads. Errors: Code::Cancelled.
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
                const TrendCube::Range cells = cube.cellsOf(row);
                for (std::size_t first = cells.begin; first < cells.end;) {
                    std::size_t last = first;
                    while (last < cells.end && cube.cells()[last].rank == cube.cells()[first].rank)
                        ++last;
                    SeriesFinding finding;
                    look(TrendCube::Range {first, last}, finding);
                    if (finding.finding()) {
                        finding.finding()->rule = rule;
                        found.push_back(std::move(*finding.finding()));
                    }
                    first = last;
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
