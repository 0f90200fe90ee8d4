// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/history.h"

#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

struct LogHistory {
    std::vector<double> logs, values;
};

/// The latest finite positive values of steps before `end`.
LogHistory historyOf(const TrendColumn& figure, TrendCube::Range cells, std::size_t length)
{
    LogHistory history;
    for (std::size_t cell = cells.end; cell-- > cells.begin && history.values.size() < length;) {
        const auto value = figure.at(cell);
        if (!value || !std::isfinite(*value) || *value <= 0)
            continue;
        history.values.push_back(*value);
        history.logs.push_back(std::log(*value));
    }
    return history;
}

} // namespace

std::optional<HistoryDistance> distanceFromHistory(
    const TrendColumn& figure, TrendCube::Range cells, const HistoryOptions& options, double peerDeviation)
{
    if (cells.size() < 2)
        return std::nullopt;
    const auto now = figure.at(cells.end - 1);
    if (!now || !std::isfinite(*now) || *now <= 0)
        return std::nullopt;
    const std::size_t all = cells.size() - 1;
    const std::size_t lag = all > options.least ? std::min(kHistoryLag, all - options.least) : 0;
    LogHistory history = historyOf(figure, {cells.begin, cells.end - 1 - lag}, options.length);
    if (history.logs.size() < options.least)
        return std::nullopt;
    const auto [lowest, highest] = std::ranges::minmax(history.logs);
    std::vector<double> sorted = history.logs;
    HistoryDistance distance;
    const double median = medianOf(sorted);
    distance.median = std::exp(median);
    distance.steps = history.logs.size();
    double deviation = std::max({robustDeviation(history.logs, median), options.floor, peerDeviation});
    const double log = std::log(*now);
    double unit = 0;
    if (std::abs(log - median) > options.ordinary * deviation) {
        // Numbers with few decimals jump by their unit.
        history.values.push_back(*now);
        unit = decimalUnit(history.values) / distance.median;
        deviation = std::max(deviation, unit);
    }
    distance.deviations = (log - median) / deviation;
    const double beyond = std::max(log - highest, lowest - log);
    const double range = std::max({highest - lowest, options.floor, unit});
    distance.ranges = std::max(0.0, beyond / range);
    return distance;
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
