// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/measure.h"
#include "metrics/statistics_metrics.h"

#include <string_view>

namespace dumpscope::core {

/// A consistent set of definitions, roundings and texts: ours, or those of an official tool, defects
/// included. Immutable, thread-safe.
class MetricProfile {
public:
    virtual ~MetricProfile() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;    ///< docs/contract.md 4 `--profile`
    [[nodiscard]] virtual std::string_view title() const = 0; ///< for people, one line

    /// See measureTensors, which checks the options and the bytes. Metrics that the official tool
    /// does not know have the definition of `dumpscope`.
    [[nodiscard]] virtual Result<Measurement> measure(const TensorView& target, const TensorView& golden,
        const MeasureOptions& options, TaskContext& task) const = 0;
    /// What the cell of a metric holds when the pair could not be measured.
    [[nodiscard]] virtual std::string_view absentText(std::string_view /*metric*/, PairState state) const
    {
        return pairStateWord(state);
    }
    /// Difference and relative error of one dumped statistic.
    [[nodiscard]] virtual StatisticDifference compareStatistic(
        const StatisticCell& target, const StatisticCell& golden) const = 0;
};

} // namespace dumpscope::core
