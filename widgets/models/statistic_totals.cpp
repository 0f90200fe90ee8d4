// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/statistic_totals.h"

#include "query/row_chunks.h"

#include <cmath>

namespace dumpscope::gui {

namespace {

void add(StatisticTotals& totals, const StatisticTotals& part)
{
    totals.nonFinite += part.nonFinite;
    totals.unknown += part.unknown;
    totals.elements += part.elements;
    totals.uncounted += part.uncounted;
    totals.computed += part.computed;
    if (part.max)
        totals.max = std::max(totals.max.value_or(*part.max), *part.max);
}

} // namespace

core::Result<StatisticTotals> sumUp(
    const StatisticRows& statistics, const RowList& rows, core::TaskContext& task)
{
    const int elements = statistics.columnByName("elements"), max = statistics.columnByName("max"),
              source = statistics.columnByName("source");
    StatisticTotals totals;
    totals.rows = rows ? rows->size() : statistics.rows();
    std::vector<StatisticTotals> parts(core::rowChunkCount(totals.rows));
    TRY_VOID(
        core::forRowChunks(task, totals.rows, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
            StatisticTotals part;
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t row = rows ? (*rows)[i] : i;
                const std::optional<bool> isFinite = statistics.isFinite(row);
                part.unknown += isFinite ? 0 : 1;
                part.nonFinite += isFinite.value_or(true) ? 0 : 1;
                const auto count = core::cellNumber(statistics.cell(row, elements));
                part.elements += static_cast<std::uint64_t>(count.value_or(0));
                part.uncounted += count ? 0 : 1;
                part.computed += core::cellView(statistics.cell(row, source)) == "computed" ? 1 : 0;
                const auto most = core::cellNumber(statistics.cell(row, max));
                if (most && std::isfinite(*most))
                    part.max = std::max(part.max.value_or(*most), *most);
            }
            parts[chunk] = part;
        }));
    for (const StatisticTotals& part : parts)
        add(totals, part);
    return totals;
}

} // namespace dumpscope::gui
