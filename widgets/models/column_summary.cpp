// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/column_summary.h"

#include <cmath>
#include <unordered_set>

namespace dumpscope::gui {

namespace {

void addNumber(ColumnSummary& summary, double value, double& sum)
{
    if (std::isnan(value)) {
        ++summary.nan;
        return;
    }
    if (std::isinf(value)) {
        ++(value > 0 ? summary.posInf : summary.negInf);
        return;
    }
    ++summary.finite;
    sum += value;
    summary.min = std::min(summary.min.value_or(value), value);
    summary.max = std::max(summary.max.value_or(value), value);
}

} // namespace

core::Result<ColumnSummary> summarizeColumn(const core::FilterTable& table, std::size_t rowCount,
    const RowList& rows, int column, core::TaskContext& task)
{
    constexpr std::size_t kChunk = 4096;
    ColumnSummary summary;
    summary.rows = rows ? rows->size() : rowCount;
    task.progress.setPhases({{core::phrase("Reading a column"), 1.0}});
    task.progress.beginPhase(0, summary.rows);
    const core::ColumnType type = table.columns()[static_cast<std::size_t>(column)].type;
    const bool isNumber = type == core::ColumnType::Integer || type == core::ColumnType::Real;
    std::unordered_set<std::string> values;
    double sum = 0;
    for (std::size_t i = 0; i < summary.rows; ++i) {
        if (i % kChunk == 0) {
            TRY_VOID(task.checkStop());
            task.progress.advance(std::min(kChunk, static_cast<std::size_t>(summary.rows) - i));
        }
        const core::Cell cell = table.cell(rows ? (*rows)[i] : i, column);
        if (core::isNull(cell)) {
            ++summary.nulls;
        } else if (isNumber) {
            addNumber(summary, core::cellNumber(cell).value_or(std::nan("")), sum);
        } else if (values.size() <= ColumnSummary::kMostValues) {
            values.insert(core::cellText(cell));
        }
    }
    if (summary.finite > 0)
        summary.mean = sum / static_cast<double>(summary.finite);
    summary.hasMoreValues = values.size() > ColumnSummary::kMostValues;
    summary.values.assign(values.begin(), values.end());
    return summary;
}

} // namespace dumpscope::gui
