// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/column_summary.h"
#include "models/statistic_rows.h"

namespace dumpscope::gui {

/// What rows of statistics come to.
struct StatisticTotals {
    std::uint64_t rows = 0, nonFinite = 0, elements = 0, computed = 0;
    std::uint64_t unknown = 0;   ///< rows that may have NaN or infinities: nothing tells
    std::uint64_t uncounted = 0; ///< rows whose elements nobody recorded
    std::optional<double> max;   ///< over finite maxima
};

/// One pass over `rows`. Errors: Code::Cancelled.
[[nodiscard]] core::Result<StatisticTotals> sumUp(
    const StatisticRows& statistics, const RowList& rows, core::TaskContext& task);

} // namespace dumpscope::gui
