// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/measuring/recorded_checksum.h"
#include "metrics/statistics_metrics.h"
#include "records/statistic_table.h"
#include "tensor/statistics.h"
#include "tensor/tensor_view.h"

#include <array>
#include <cstdint>
#include <optional>

namespace dumpscope::core {

/// What a file recorded of one tensor, as comparisons read it. `table` may be null where it is a pointer.
[[nodiscard]] ChecksumSide checksumSide(
    const std::optional<TensorView>& view, const StatisticTable* table, std::uint32_t row);

/// The row as msprobe spells it: statistics of booleans are truths and those of PyTorch's integers are
/// integers, while MindSpore computes them in float32 (docs/formats/msprobe-dump.md 3.2).
[[nodiscard]] StatisticRow spelledRow(const StatisticTable& table, std::uint32_t row);

[[nodiscard]] bool isEmptyRow(const StatisticRow& row);

/// The recorded row, or the statistics of a single value that was recorded instead of its checksum.
[[nodiscard]] StatisticRow knownRow(const StatisticTable& table, std::uint32_t row);

/// How many NaN, +infinity and -infinity a side has, as far as anybody counted.
using NonFiniteCounts = std::array<std::optional<double>, 3>;
[[nodiscard]] NonFiniteCounts nonFiniteCounts(const StatisticTable& table, std::uint32_t row);
[[nodiscard]] NonFiniteCounts nonFiniteCounts(const Statistics& statistics);
[[nodiscard]] double nonFiniteTotal(const NonFiniteCounts& counts);
[[nodiscard]] bool countsDiffer(const NonFiniteCounts& target, const NonFiniteCounts& golden);

/// By more than how they were printed.
[[nodiscard]] bool extremesDiffer(const StatisticRow& target, const StatisticRow& golden);

/// Whether a side has NaN or infinities, as far as what was recorded says: their counts, extremes, and sums
/// over all elements. Where the extremes allow so large a sum that it overflows, an infinite one shows
/// nothing.
[[nodiscard]] std::optional<bool> recordedNonFinite(
    const StatisticTable& table, std::uint32_t row, const StatisticRow& cells, std::uint64_t count);

/// Statistics as dumps record them: over all elements. Which extremes NaN leaves is not the same everywhere.
[[nodiscard]] StatisticRow asRecorded(const Statistics& statistics);

} // namespace dumpscope::core
