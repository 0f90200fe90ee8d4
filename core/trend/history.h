// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_rule.h"

#include <span>
#include <vector>

namespace dumpscope::core {

/// What a figure was in the steps before, in logarithms: magnitudes of tensors vary by factors.
struct HistoryBaseline {
    double median = 0;               ///< of the logarithms
    double deviation = 0;            ///< robust, of the logarithms; not 0
    double lowest = 0, highest = 0;  ///< logarithms
    double range = 0;                ///< between them, at least the floor
    std::size_t steps = 0;           ///< that it is taken of
    std::size_t first = 0, last = 0; ///< cells of the first and the last of them

    double least = 0, most = 0; ///< extents

    /// Robust deviations of a finite positive figure from the median; the sign says in which direction. Where
    /// there is more or less data than in the steps before, so much is explained by that: a gradient of a
    /// mean goes with its reciprocal.
    [[nodiscard]] double deviations(double value, double extent) const;
    /// How far outside of the values before it is, in units of their range; 0: within.
    [[nodiscard]] double ranges(double value, double extent) const;

private:
    [[nodiscard]] double explained(double extent) const;
};

/// How large tensors are, and of how much data (TrendFigures).
struct SizeFigures {
    std::shared_ptr<const TrendColumn> magnitude, extent;

    /// Errors: Code::Cancelled.
    [[nodiscard]] static Result<SizeFigures> make(const TrendScope& scope, TaskContext& task);
    [[nodiscard]] double extentOf(std::size_t cell) const { return extent->at(cell).value_or(0); }
};

/// Whether a figure is a size whose logarithm can be taken: finite and positive.
[[nodiscard]] bool isSize(const std::optional<double>& value);

struct HistoryOptions {
    std::size_t length = 24;    ///< latest steps
    std::size_t least = 6;      ///< steps that are needed
    double floor = 0.05;        ///< least deviation, relative
    double ordinary = 0;        ///< deviations that nobody asks about: what a file rounds is not looked at
    double ordinaryRanges = -1; ///< the same of ranges; a figure that is outside of the others by less has
                                ///< no baseline. Negative: every one has
};

/// Steps right before the one that is judged, which count for nothing where there are enough others: a drift
/// would carry the history along.
inline constexpr std::size_t kHistoryLag = 4;

/// What limits are multiplied by where a history has few steps: a deviation of few is known badly.
[[nodiscard]] constexpr double fewSteps(std::size_t steps)
{
    constexpr double kFew = 4;
    return 1 + kFew / static_cast<double>(steps > 0 ? steps : 1);
}

/// What is before the last of `cells`, which are the steps of one series; nothing without enough finite
/// positive values, and where the options say that nobody asks. `peerDeviation`: what is usual on other
/// ranks; the larger of the two counts.
[[nodiscard]] std::optional<HistoryBaseline> baselineBefore(const SizeFigures& figures,
    std::span<const std::size_t> cells, const HistoryOptions& options, double peerDeviation = 0);

/// The usual change of the figure of a cell's row over the steps before, on all its ranks together, as a
/// robust deviation of logarithms.
[[nodiscard]] double usualDeviation(
    const SizeFigures& figures, const TrendRun& data, std::size_t cell, const HistoryOptions& options);

} // namespace dumpscope::core
