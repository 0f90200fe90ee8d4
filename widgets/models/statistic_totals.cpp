// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/statistic_totals.h"

#include <cmath>

namespace dumpscope::gui {

core::Result<StatisticTotals> sumUp(
    const StatisticRows& statistics, const RowList& rows, core::TaskContext& task)
{
    constexpr std::size_t kChunk = 4096;
    const int elements = statistics.columnByName("elements"), max = statistics.columnByName("max"),
              source = statistics.columnByName("source");
    StatisticTotals totals;
    totals.rows = rows ? rows->size() : statistics.rows();
    for (std::size_t i = 0; i < totals.rows; ++i) {
        if (i % kChunk == 0)
            TRY_VOID(task.checkStop());
        const std::size_t row = rows ? (*rows)[i] : i;
        totals.nonFinite += statistics.isFinite(row) ? 0 : 1;
        totals.elements
            += static_cast<std::uint64_t>(core::cellNumber(statistics.cell(row, elements)).value_or(0));
        totals.computed += core::cellView(statistics.cell(row, source)) == "computed" ? 1 : 0;
        const auto most = core::cellNumber(statistics.cell(row, max));
        if (most && std::isfinite(*most))
            totals.max = std::max(totals.max.value_or(*most), *most);
    }
    return totals;
}

} // namespace dumpscope::gui
