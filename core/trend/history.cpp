// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/history.h"

#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

struct LogHistory {
    std::vector<double> logs, values;
    std::size_t first = 0, last = 0; ///< cells
};

/// The latest finite positive values of steps before `end`.
LogHistory historyOf(const TrendColumn& figure, TrendCube::Range cells, std::size_t length)
{
    LogHistory history;
    for (std::size_t cell = cells.end; cell-- > cells.begin && history.values.size() < length;) {
        const auto value = figure.at(cell);
        if (!isSize(value))
            continue;
        if (history.values.empty())
            history.last = cell;
        history.first = cell;
        history.values.push_back(*value);
        history.logs.push_back(std::log(*value));
    }
    return history;
}

} // namespace

bool isSize(const std::optional<double>& value)
{
    return value && std::isfinite(*value) && *value > 0;
}

double HistoryBaseline::deviations(double value) const
{
    return (std::log(value) - median) / deviation;
}

double HistoryBaseline::ranges(double value) const
{
    const double log = std::log(value);
    return std::max(0.0, std::max(log - highest, lowest - log) / range);
}

std::optional<HistoryBaseline> baselineBefore(
    const TrendColumn& figure, TrendCube::Range cells, const HistoryOptions& options, double peerDeviation)
{
    if (cells.size() < 2)
        return std::nullopt;
    const auto now = figure.at(cells.end - 1);
    if (!isSize(now))
        return std::nullopt;
    const std::size_t all = cells.size() - 1;
    const std::size_t lag = all > options.least ? std::min(kHistoryLag, all - options.least) : 0;
    LogHistory history = historyOf(figure, {cells.begin, cells.end - 1 - lag}, options.length);
    if (history.logs.size() < options.least)
        return std::nullopt;
    HistoryBaseline before;
    const auto [lowest, highest] = std::ranges::minmax(history.logs);
    before.lowest = lowest;
    before.highest = highest;
    std::vector<double> sorted = history.logs;
    before.median = medianOf(sorted);
    before.steps = history.logs.size();
    before.first = history.first;
    before.last = history.last;
    before.deviation = std::max({robustDeviation(history.logs, before.median), options.floor, peerDeviation});
    double unit = 0;
    if (std::abs(before.deviations(*now)) > options.ordinary) {
        // Numbers with few decimals jump by their unit.
        history.values.push_back(*now);
        unit = decimalUnit(history.values) / std::exp(before.median);
        before.deviation = std::max(before.deviation, unit);
    }
    before.range = std::max({highest - lowest, options.floor, unit});
    return before;
}

double usualDeviation(const TrendColumn& figure, const TrendCube& cube, std::size_t row, std::uint32_t step,
    const HistoryOptions& options)
{
    std::vector<double> deviations;
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
        TrendCube::Range range = cube.series(row, rank);
        while (range.end > range.begin && cube.cells()[range.end - 1].step >= step)
            --range.end;
        LogHistory history = historyOf(figure, range, options.length);
        if (history.logs.size() < options.least)
            continue;
        std::vector<double> sorted = history.logs;
        deviations.push_back(robustDeviation(history.logs, medianOf(sorted)));
    }
    return medianOf(deviations);
}

} // namespace dumpscope::core
