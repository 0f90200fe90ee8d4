// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/report/official_options.h"
#include "metrics/statistics_metrics.h"

namespace dumpscope::core {

/// One statistic as msprobe compares it (docs/formats/comparison.md 1.3, 7.5), with its texts; the first rule
/// that applies counts.
[[nodiscard]] StatisticDifference msprobeStatistic(
    const StatisticCell& target, const StatisticCell& golden, PandasVersion pandas = PandasVersion::Two);

} // namespace dumpscope::core
