// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/history.h"

#include "trend/series_statistics.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

struct LogHistory {
    std::vector<double> logs, values, extents;
    std::size_t first = 0, last = 0; ///< cells
};

/// The latest finite positive values of the cells.
LogHistory historyOf(const SizeFigures& figures, std::span<const std::size_t> cells, std::size_t length)
{
    LogHistory history;
    for (std::size_t i = cells.size(); i-- > 0 && history.values.size() < length;) {
        const std::size_t cell = cells[i];
        const auto value = figures.magnitude->at(cell);
        if (!isSize(value))
            continue;
        if (history.values.empty())
            history.last = cell;
        history.first = cell;
        history.values.push_back(*value);
        history.logs.push_back(std::log(*value));
        history.extents.push_back(figures.extentOf(cell));
    }
    return history;
}

/// Nearly all figures are within the range of those before, which is seen without the logarithm and the place
/// of each.
bool isOrdinary(const SizeFigures& figures, std::span<const std::size_t> cells, const HistoryOptions& options,
    double now, double extent)
{
    constexpr double kSurely = 0.99; // last digits of logarithms do not matter
    double lowest = HUGE_VAL, highest = 0;
    HistoryBaseline before;
    before.least = HUGE_VAL;
    before.most = -HUGE_VAL;
    for (std::size_t i = cells.size(); i-- > 0 && before.steps < options.length;) {
        const auto value = figures.magnitude->at(cells[i]);
        if (!isSize(value))
            continue;
        ++before.steps;
        lowest = std::min(lowest, *value);
        highest = std::max(highest, *value);
        before.least = std::min(before.least, figures.extentOf(cells[i]));
        before.most = std::max(before.most, figures.extentOf(cells[i]));
    }
    if (before.steps == 0)
        return false;
    before.lowest = std::log(lowest);
    before.highest = std::log(highest);
    before.range = std::max(before.highest - before.lowest, options.floor);
    return before.ranges(now, extent) <= kSurely * options.ordinaryRanges;
}

} // namespace

bool isSize(const std::optional<double>& value)
{
    return value && std::isfinite(*value) && *value > 0;
}

double HistoryBaseline::explained(double extent) const
{
    return std::max({0.0, extent - most, least - extent});
}

double HistoryBaseline::deviations(double value, double extent) const
{
    const double off = std::log(value) - median;
    return std::copysign(std::max(0.0, std::abs(off) - explained(extent)), off) / deviation;
}

double HistoryBaseline::ranges(double value, double extent) const
{
    const double log = std::log(value);
    return std::max(0.0, std::max(log - highest, lowest - log) - explained(extent)) / range;
}

Result<SizeFigures> SizeFigures::make(const TrendScope& scope, TaskContext& task)
{
    SizeFigures figures;
    TRY_ASSIGN(figures.magnitude, scope.data().figures().magnitude(task));
    TRY_ASSIGN(figures.extent, scope.data().figures().extent(task));
    return figures;
}

std::optional<HistoryBaseline> baselineBefore(const SizeFigures& figures, std::span<const std::size_t> cells,
    const HistoryOptions& options, double peerDeviation)
{
    if (cells.size() < 2)
        return std::nullopt;
    const auto now = figures.magnitude->at(cells.back());
    if (!isSize(now))
        return std::nullopt;
    const std::size_t all = cells.size() - 1;
    const std::size_t lag = all > options.least ? std::min(kHistoryLag, all - options.least) : 0;
    if (options.ordinaryRanges >= 0
        && isOrdinary(figures, cells.first(all - lag), options, *now, figures.extentOf(cells.back())))
        return std::nullopt;
    LogHistory history = historyOf(figures, cells.first(all - lag), options.length);
    if (history.logs.size() < options.least)
        return std::nullopt;
    HistoryBaseline before;
    const auto [lowest, highest] = std::ranges::minmax(history.logs);
    before.lowest = lowest;
    before.highest = highest;
    const auto [least, most] = std::ranges::minmax(history.extents);
    before.least = least;
    before.most = most;
    std::vector<double> sorted = history.logs;
    before.median = medianOf(sorted);
    before.steps = history.logs.size();
    before.first = history.first;
    before.last = history.last;
    before.deviation = std::max({robustDeviation(history.logs, before.median), options.floor, peerDeviation});
    double unit = 0;
    if (std::abs(before.deviations(*now, figures.extentOf(cells.back()))) > options.ordinary) {
        // Numbers with few decimals jump by their unit.
        history.values.push_back(*now);
        unit = decimalUnit(history.values) / std::exp(before.median);
        before.deviation = std::max(before.deviation, unit);
    }
    before.range = std::max({highest - lowest, options.floor, unit});
    return before;
}

double usualDeviation(
    const SizeFigures& figures, const TrendRun& data, std::size_t cell, const HistoryOptions& options)
{
    const TrendCube& cube = data.cube();
    const TrendCell& at = cube.cells()[cell];
    std::vector<double> deviations;
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
        const TrendCube::Range range = cube.series(at.row, rank);
        std::vector<std::size_t> before;
        for (std::size_t one = range.begin; one < range.end && cube.cells()[one].step < at.step; ++one) {
            if (data.areOfOneCall(one, cell))
                before.push_back(one);
        }
        LogHistory history = historyOf(figures, before, options.length);
        if (history.logs.size() < options.least)
            continue;
        std::vector<double> sorted = history.logs;
        deviations.push_back(robustDeviation(history.logs, medianOf(sorted)));
    }
    return medianOf(deviations);
}

} // namespace dumpscope::core
