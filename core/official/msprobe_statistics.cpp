// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msprobe_statistics.h"

#include "base/python_text.h"
#include "official/pandas_number.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace dumpscope::core {
namespace {

/// Both cells with a text instead of numbers.
StatisticDifference bothAre(std::string_view text, PairState state)
{
    const MetricValue value {std::nullopt, state, std::string(text)};
    return {value, value};
}

StatisticDifference bothAre(double value, std::string_view text)
{
    const PairState state = std::isfinite(value) ? PairState::Ok : PairState::NonFinite;
    const MetricValue cell {value, state, std::string(text)};
    return {cell, cell};
}

/// `cpu`, `npu:0`, `cuda:1`.
bool isDevice(const StatisticCell& cell)
{
    const auto* text = std::get_if<std::string>(&cell);
    if (text == nullptr)
        return false;
    const std::string_view kind = std::string_view(*text).substr(0, text->find(':'));
    return kind == "cpu" || kind == "npu" || kind == "cuda";
}

std::optional<double> recordedNumber(const StatisticCell& cell)
{
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*integer);
    if (const auto* value = std::get_if<double>(&cell))
        return *value;
    return std::nullopt;
}

StatisticDifference infinite(double sign)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return bothAre(sign * kInfinity, sign > 0 ? "inf" : "-inf");
}

MetricValue cellOf(double value, std::string text)
{
    return {value, std::isfinite(value) ? PairState::Ok : PairState::NonFinite, std::move(text)};
}

/// As pandas reads a finite number back from its text: 3.x reads the nearest float64.
double readBack(const StatisticCell& cell, double value, PandasVersion pandas)
{
    return pandas == PandasVersion::Three ? value : pandasNumber(statisticText(cell)).value_or(value);
}

StatisticDifference compareNumbers(double a, double b)
{
    const double difference = a - b;
    if (b == 0)
        return {cellOf(difference, pythonRepr(difference)),
            cellOf(std::numeric_limits<double>::infinity(), "inf")};
    constexpr double kPercent = 100;
    const double fraction = std::fabs(difference / b);
    return {
        cellOf(difference, pythonRepr(difference)), cellOf(fraction, pythonRepr(fraction * kPercent) + "%")};
}

} // namespace

StatisticDifference msprobeStatistic(
    const StatisticCell& target, const StatisticCell& golden, PandasVersion pandas)
{
    if (statisticText(target) == statisticText(golden))
        return bothAre(0, "0");
    if (statisticText(target) == "N/A" || statisticText(golden) == "N/A")
        return bothAre("N/A", PairState::NotComputed);
    if (isDevice(target) && isDevice(golden))
        return bothAre("N/A", PairState::NotComputed);
    const auto a = recordedNumber(target);
    const auto b = recordedNumber(golden);
    if (!a || !b)
        return bothAre("Diff", PairState::Unsupported);
    if (std::isnan(*a) || std::isnan(*b))
        return bothAre(std::numeric_limits<double>::quiet_NaN(), "Nan");
    if (std::isinf(*a))
        return infinite(*a > 0 ? 1 : -1);
    if (std::isinf(*b))
        return infinite(*b > 0 ? -1 : 1);
    return compareNumbers(readBack(target, *a, pandas), readBack(golden, *b, pandas));
}

} // namespace dumpscope::core
