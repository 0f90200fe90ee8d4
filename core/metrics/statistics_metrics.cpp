// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/statistics_metrics.h"

#include "base/python_text.h"
#include "metrics/metric_registry.h"
#include "tensor/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {
namespace {

struct StatisticMetric {
    std::string_view difference, relative;
};
constexpr std::array<StatisticMetric, kDumpedStatistics> kMetrics {
    StatisticMetric {"max_diff", "max_diff_relative"},
    StatisticMetric {"min_diff", "min_diff_relative"},
    StatisticMetric {"mean_diff", "mean_diff_relative"},
    StatisticMetric {"l2norm_diff", "l2norm_diff_relative"},
};

bool isFinite(const StatisticCell& cell)
{
    return std::isfinite(statisticNumber(cell).value_or(std::numeric_limits<double>::quiet_NaN()));
}

StatisticCell cellOf(const std::optional<double>& value)
{
    return value ? StatisticCell(*value) : StatisticCell();
}

} // namespace

std::optional<double> statisticNumber(const StatisticCell& cell)
{
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*integer);
    if (const auto* truth = std::get_if<bool>(&cell))
        return *truth ? 1.0 : 0.0;
    if (const auto* value = std::get_if<double>(&cell))
        return *value;
    return std::nullopt;
}

bool hasFiniteExtremes(const StatisticRow& row)
{
    return isFinite(row[static_cast<std::size_t>(DumpedStatistic::Max)])
        && isFinite(row[static_cast<std::size_t>(DumpedStatistic::Min)]);
}

bool showsNonFinite(const StatisticRow& row)
{
    return !hasFiniteExtremes(row) && std::any_of(row.begin(), row.end(), [](const StatisticCell& cell) {
        const auto* const value = std::get_if<double>(&cell);
        return value != nullptr && !std::isfinite(*value);
    });
}

std::string statisticText(const StatisticCell& cell)
{
    struct Text {
        std::string operator()(std::monostate) const { return "None"; }
        std::string operator()(bool truth) const { return truth ? "True" : "False"; }
        std::string operator()(std::int64_t integer) const { return std::to_string(integer); }
        std::string operator()(double value) const { return pythonRepr(value); }
        std::string operator()(const std::string& text) const { return text; }
    };
    return std::visit(Text(), cell);
}

StatisticRow statisticRow(const Statistics& statistics)
{
    return {
        cellOf(statistics.max), cellOf(statistics.min), cellOf(statistics.mean), cellOf(statistics.l2norm)};
}

Measurement measureStatistics(
    const StatisticRow& target, const StatisticRow& golden, const MeasureOptions& options)
{
    Measurement result = notMeasured(options, PairState::NotComputed, {});
    result.state = PairState::Ok;
    for (std::size_t i = 0; i < kDumpedStatistics; ++i) {
        const auto difference = options.metrics->indexOf(kMetrics[i].difference);
        const auto relative = options.metrics->indexOf(kMetrics[i].relative);
        if (!difference && !relative)
            continue;
        StatisticDifference compared = options.profile->compareStatistic(target[i], golden[i]);
        for (const MetricValue* value : {&compared.difference, &compared.relative})
            if (value->state == PairState::NonFinite)
                result.state = PairState::NonFinite;
        if (difference)
            result.values[*difference] = std::move(compared.difference);
        if (relative)
            result.values[*relative] = std::move(compared.relative);
    }
    return result;
}

Measurement measureChecksums(bool equal, const MeasureOptions& options)
{
    Measurement result = notMeasured(options, PairState::NotComputed, {});
    result.state = PairState::Ok;
    if (!equal)
        result.reason = phrase("the checksums differ");
    if (const auto index = options.metrics->indexOf("bitwise_equal"))
        result.values[*index] = plainValue(equal ? 1 : 0);
    return result;
}

} // namespace dumpscope::core
