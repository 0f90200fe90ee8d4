// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/pair_figures.h"
#include "metrics/statistics_metrics.h"

namespace dumpscope::core {

/// Figures of a pair from two rows of statistics of tensors of `count` elements. Each statistic bounds the
/// error from below: ‖d‖ ≥ |Δmax|, |Δmin|, |Δ‖·‖| and √n·|Δmean|. The largest bound is the error. Numbers
/// that one side printed with six digits are equal where these agree.
[[nodiscard]] PairFigures figuresOf(
    const StatisticRow& target, const StatisticRow& golden, std::uint64_t count);

} // namespace dumpscope::core
