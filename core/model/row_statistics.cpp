// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/row_statistics.h"

#include "base/parallel.h"
#include "base/text.h"
#include "readers/reader.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <mutex>
#include <numeric>
#include <vector>

namespace dumpscope::core {

namespace {

/// Whether the opening reported why the tensor has no values.
bool isKnownUnreadable(const DumpIndex& index, const TensorRow& row)
{
    const Reader* const reader = index.readerOf(row.file);
    const bool hasNone = row.state == TensorState::Unreadable || row.state == TensorState::Empty
        || index.file(row.file).unreadable || (reader != nullptr && !reader->info().can.values);
    return hasNone && row.problem != MessageId {0U};
}

void report(const DumpIndex& index, TensorId id, Error error, TaskContext& task)
{
    // Of a file that ends early the opening reported already.
    if (error.code == Code::Truncated && index.tensor(id).state == TensorState::Truncated)
        return;
    error.place.file = index.tensorId(id);
    const bool expected = error.code == Code::Unsupported;
    task.diagnostics.add(expected ? Severity::Warning : Severity::Error, error);
}

/// A recorded extreme that the values do not have; empty if they agree. Extremes are elements, so they differ
/// by what was printed at most, which is six decimals or four digits; elements that are no numbers are left
/// out of them in many ways.
Message contradiction(const DumpIndex& index, const TensorRow& row, const Statistics& statistics)
{
    constexpr double kDigits = 1e-3, kDecimals = 1e-5;
    if (row.statisticRow == TensorRow::kNone || statistics.finiteCount != statistics.count
        || isComplex(row.dtype) || isDeviceFormat(row.format)) // its figures may be those of the padding, too
        return {};
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    const auto differs = [&](const std::optional<double>& recorded, const std::optional<double>& found) {
        return recorded && found && std::isfinite(*recorded)
            && std::fabs(*recorded - *found)
            > kDigits * std::max(std::fabs(*found), std::fabs(*recorded)) + kDecimals;
    };
    const auto told = [&](Form<3> form, double recorded, double found) {
        const std::string file = index.filePath(index.statisticFile(row.statisticTable));
        return phraseOf(form, printable(file), numberText(recorded), numberText(found));
    };
    const auto max = table.value(StatisticTable::Field::Max, row.statisticRow);
    if (differs(max, statistics.max))
        return told(
            Form<3>("%1 records the maximum %2, but that of the values here is %3"), *max, *statistics.max);
    const auto min = table.value(StatisticTable::Field::Min, row.statisticRow);
    if (differs(min, statistics.min))
        return told(
            Form<3>("%1 records the minimum %2, but that of the values here is %3"), *min, *statistics.min);
    return {};
}

} // namespace

Cell recordedCell(const StatisticTable& table, StatisticTable::Field field, std::size_t row)
{
    if (const auto exact = table.exactInteger(field, row))
        return integerCell(*exact);
    const auto value = table.value(field, row);
    return value ? Cell(*value) : Cell();
}

Result<Statistics> measureTensor(const TensorStore& store, TensorId id, TaskContext& task)
{
    TRY_ASSIGN(const TensorView view, store.open(id, task));
    return computeStatistics(view, task);
}

Result<void> measureRows(
    TaskContext& task, TensorTable& table, std::span<const std::uint32_t> rows, const MeasureOne& measure)
{
    // Of a row of a statistics file there is nothing to measure; such files have a million of them.
    std::vector<std::uint32_t> unmeasured;
    std::ranges::copy_if(rows, std::back_inserter(unmeasured), [&table](std::uint32_t row) {
        return table.index().tensor(TensorId(row)).state != TensorState::StatisticsOnly;
    });
    if (unmeasured.empty())
        return task.checkStop();
    task.progress.setPhases({{phrase("Computing statistics"), 1.0}});
    task.progress.beginPhase(0, unmeasured.size());
    const TensorStore store(std::shared_ptr<const DumpIndex>(std::shared_ptr<void>(), &table.index()));
    std::mutex mutex;
    // Huge tensors are split inside; small ones are spread over the threads here.
    return parallelFor(task.arena, unmeasured.size(), 1, task.stop, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const TensorId id(unmeasured[i]);
            const TensorRow& row = table.index().tensor(id);
            if (isKnownUnreadable(table.index(), row)) {
                if (row.state != TensorState::Unsupported)
                    table.setUnreadable(id, table.index().message(row.problem));
                task.progress.advance();
                continue;
            }
            auto result = measure(store, id, task);
            task.progress.advance();
            const std::lock_guard lock(mutex);
            if (result) {
                table.setStatistics(id, *result);
                if (Message why = contradiction(table.index(), row, *result); !why.empty())
                    task.diagnostics.add({Severity::Warning, Code::Suspicious,
                        {.file = table.index().tensorId(id)}, std::move(why)});
                continue;
            }
            if (result.error().code == Code::Cancelled)
                return Result<void>(fail(result.error()));
            // A type without values is no fault of the file.
            if (result.error().code != Code::Unsupported)
                table.setUnreadable(id, result.error().message);
            report(table.index(), id, std::move(result).error(), task);
        }
        return Result<void>();
    });
}

Result<void> measureAllRows(TaskContext& task, TensorTable& table)
{
    std::vector<std::uint32_t> rows(table.rows());
    std::iota(rows.begin(), rows.end(), 0U);
    return measureRows(task, table, rows);
}

bool needsStatistics(const FilterExpression& filter)
{
    return std::ranges::any_of(filter.columnsUsed(), TensorTable::isStatisticsColumn);
}

} // namespace dumpscope::core
