// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/measure.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace dumpscope::core {

struct Statistics;

/// A statistic as recorded in a dump: nothing (`null`, `None`), a truth value, an integer, a float64 or other
/// text (`npu:0`, `N/A`). Integer 0 and float 0.0 are different cells.
using StatisticCell = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// The cell as a number, if it is one; an integer beyond 2^53 is rounded.
[[nodiscard]] std::optional<double> statisticNumber(const StatisticCell& cell);

/// What Python prints for the cell: None, True, 3, 0.1, 1e-05, nan.
[[nodiscard]] std::string statisticText(const StatisticCell& cell);

/// The four statistics that official tools compare.
enum class DumpedStatistic : std::uint8_t { Max, Min, Mean, L2Norm };
inline constexpr std::size_t kDumpedStatistics = 4;
using StatisticRow = std::array<StatisticCell, kDumpedStatistics>;

/// Whether the row shows that every element is finite: largest and smallest are. A mean or norm may be
/// infinite all the same, since sums of large numbers overflow.
[[nodiscard]] bool hasFiniteExtremes(const StatisticRow& row);
/// Whether the row shows NaN or infinities among the elements.
[[nodiscard]] bool showsNonFinite(const StatisticRow& row);

/// One statistic of a pair. The relative error is a fraction (0.5 = 50 %); its text may be percent.
struct StatisticDifference {
    MetricValue difference;
    MetricValue relative;
};

/// max_diff, min_diff, mean_diff, l2norm_diff and their `_relative` of two rows of statistics by the
/// profile of the options; every other metric is `not-computed`.
[[nodiscard]] Measurement measureStatistics(
    const StatisticRow& target, const StatisticRow& golden, const MeasureOptions& options);
/// The four statistics of elements, for comparing a row with a tensor.
[[nodiscard]] StatisticRow statisticRow(const Statistics& statistics);

/// The measurement of a pair that has only checksums (MD5, CRC-32, XOR; docs/formats/comparison.md 1.4):
/// `bitwise_equal` is 1 or 0, every other metric `not-computed`.
[[nodiscard]] Measurement measureChecksums(bool equal, const MeasureOptions& options);

} // namespace dumpscope::core
