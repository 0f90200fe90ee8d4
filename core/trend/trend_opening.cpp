// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_opening.h"

#include "model/row_statistics.h"
#include "query/row_set.h"

#include <algorithm>
#include <iterator>

namespace dumpscope::core {

UnmeasuredValues unmeasuredValues(const TrendRun& run, std::string_view figure)
{
    UnmeasuredValues values;
    const int column = run.table().columnByName(figure);
    for (const TrendCell& cell : run.cube().cells()) {
        const TensorRow& row = run.index().tensor(TensorId(cell.tensor));
        if (column < 0 || row.state != TensorState::Ok || row.dtype == DType::Unknown
            || !run.table().isUnmeasured(cell.tensor, column))
            continue;
        ++values.tensors;
        values.bytes += row.bytes;
    }
    return values;
}

Result<std::shared_ptr<const TrendRun>> openTrendRun(
    std::shared_ptr<const DumpIndex> index, const TrendChoice& choice, TaskContext& task)
{
    const auto table = std::make_shared<TensorTable>(index);
    TRY_ASSIGN(const FilterExpression filter, FilterExpression::parse(choice.filter, *table));
    if (needsStatistics(filter))
        TRY_VOID(measureAllRows(task, *table));
    TRY_ASSIGN(const std::vector<std::uint32_t> rows, buildRowSet(*table, table->rows(), filter, {}, task));
    if (choice.readsValues) {
        const int column = table->columnByName(choice.figure);
        std::vector<std::uint32_t> unmeasured;
        std::ranges::copy_if(rows, std::back_inserter(unmeasured),
            [&](std::uint32_t row) { return column >= 0 && table->isUnmeasured(row, column); });
        TRY_VOID(measureRows(task, *table, unmeasured));
    }
    return makeTrendRun(std::move(index), table, rows, task);
}

} // namespace dumpscope::core
