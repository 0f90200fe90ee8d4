// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/measure.h"
#include "metrics/statistics_metrics.h"

#include <optional>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Two tensors aligned for measuring element by element.
struct AlignedTensors {
    TensorView target, golden;
    std::vector<Message> steps; ///< what was done, for people
    Message reason;             ///< not empty: they cannot be aligned
};

/// Format and shape of golden's operator in a fusion rule.
struct GoldenLayout {
    MemoryFormat format = MemoryFormat::Unspecified;
    std::optional<Shape> shape;
};

/// A consistent set of definitions, roundings and texts: those of Dumpscope or of an official tool, defects
/// included. Immutable, thread-safe.
class MetricProfile {
public:
    virtual ~MetricProfile() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;    ///< docs/contract.md 4 `--profile`
    [[nodiscard]] virtual std::string_view title() const = 0; ///< for people, one line

    /// See measureTensors, which checks the options and the bytes. Metrics that the official tool lacks have
    /// the definition of `dumpscope`.
    [[nodiscard]] virtual Result<Measurement> measure(const TensorView& target, const TensorView& golden,
        const MeasureOptions& options, TaskContext& task) const = 0;
    /// Text of a metric when the pair could not be measured.
    [[nodiscard]] virtual std::string_view absentText(std::string_view /*metric*/, PairState state) const
    {
        return pairStateWord(state);
    }
    /// How the tool aligns tensors that a fusion rule paired; nullopt: as `dumpscope` does.
    [[nodiscard]] virtual std::optional<AlignedTensors> align(const TensorView& /*target*/,
        const TensorView& /*golden*/, MemoryFormat /*targetFormat*/, const GoldenLayout& /*layout*/) const
    {
        return std::nullopt;
    }
    /// Difference and relative error of one dumped statistic.
    [[nodiscard]] virtual StatisticDifference compareStatistic(
        const StatisticCell& target, const StatisticCell& golden) const = 0;
};

} // namespace dumpscope::core
