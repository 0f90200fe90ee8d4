// SPDX-License-Identifier: GPL-3.0-or-later
#include "row_statistics.h"

#include "base/parallel.h"

#include <mutex>
#include <numeric>
#include <vector>

namespace dumpscope::cli {

namespace {

void report(const core::DumpIndex& index, core::TensorId id, core::Error error, core::TaskContext& task)
{
    error.place.file = index.tensorId(id);
    const bool expected = error.code == core::Code::Unsupported;
    task.diagnostics.add(expected ? core::Severity::Warning : core::Severity::Error, error);
}

} // namespace

core::Result<core::Statistics> measureTensor(
    const core::TensorStore& store, core::TensorId id, core::TaskContext& task)
{
    TRY_ASSIGN(const core::TensorView view, store.open(id, task));
    return core::computeStatistics(view, task);
}

core::Result<void> measureRows(core::TaskContext& task, core::TensorTable& table,
    std::span<const std::uint32_t> rows, const MeasureOne& measure)
{
    task.progress.setPhases({{"Computing statistics", 1.0}});
    task.progress.beginPhase(0, rows.size());
    const core::TensorStore store(
        std::shared_ptr<const core::DumpIndex>(std::shared_ptr<void>(), &table.index()));
    std::mutex mutex;
    // Huge tensors are split inside; small ones are spread over the threads here.
    return core::parallelFor(task.arena, rows.size(), 1, task.stop, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const core::TensorId id(rows[i]);
            if (table.index().tensor(id).state == core::TensorState::StatisticsOnly)
                continue;
            auto result = measure(store, id, task);
            task.progress.advance();
            const std::lock_guard lock(mutex);
            if (result) {
                table.setStatistics(id, *result);
                continue;
            }
            if (result.error().code == core::Code::Cancelled)
                return core::Result<void>(core::fail(result.error()));
            report(table.index(), id, std::move(result).error(), task);
        }
        return core::Result<void>();
    });
}

core::Result<void> measureAllRows(core::TaskContext& task, core::TensorTable& table)
{
    std::vector<std::uint32_t> rows(table.rows());
    std::iota(rows.begin(), rows.end(), 0U);
    return measureRows(task, table, rows);
}

} // namespace dumpscope::cli
