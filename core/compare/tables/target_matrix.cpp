// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tables/target_matrix.h"

#include <limits>

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kNoPlace = 0xFFFFFFFFU;
constexpr std::size_t kRowsBetweenStops = 4096;

void fillCells(TargetMatrix& matrix, std::size_t target, std::size_t row, std::uint32_t place, int error)
{
    const PairTable& pairs = *matrix.tables[target];
    const Verdict verdict = pairs.row(row).verdict;
    TargetMatrix::Cell& cell = matrix.cells[place * matrix.tables.size() + target];
    const bool isWorse = verdict == Verdict::Fail
        || (verdict == Verdict::Warn && cell.verdict != Verdict::Fail)
        || (verdict == Verdict::Pass && cell.verdict == Verdict::NotComparable);
    if (cell.isThere && (!isWorse || cell.verdict == verdict))
        return;
    constexpr double kNoError = std::numeric_limits<double>::quiet_NaN();
    cell = {true, verdict, static_cast<std::uint32_t>(row),
        error < 0 ? kNoError : pairs.metricNumber(row, error).value_or(kNoError)};
}

} // namespace

Result<TargetMatrix> makeTargetMatrix(
    const std::vector<std::shared_ptr<const PairTable>>& tables, bool onlyFailing, TaskContext& task)
{
    TargetMatrix matrix;
    if (tables.empty())
        return matrix;
    matrix.tables = tables;
    matrix.golden = tables.front()->golden().index;
    std::vector<std::uint32_t> places(matrix.golden->tensorCount(), kNoPlace);
    for (const auto& table : tables) {
        VerdictCounts& counts = matrix.counts.emplace_back();
        for (std::size_t row = 0; row < table->rows(); ++row) {
            if (row % kRowsBetweenStops == 0)
                TRY_VOID(task.checkStop());
            const PairResult& result = table->row(row);
            counts.add(result.verdict);
            if (!onlyFailing || result.verdict == Verdict::Fail)
                places[result.pair.golden.value()] = 0;
        }
    }
    for (std::size_t id = 0; id < places.size(); ++id) {
        if (places[id] == kNoPlace)
            continue;
        places[id] = static_cast<std::uint32_t>(matrix.tensors.size());
        matrix.tensors.emplace_back(id);
    }
    matrix.cells.assign(matrix.tensors.size() * tables.size(), {});
    for (std::size_t target = 0; target < tables.size(); ++target) {
        const int error = tables[target]->columnByName("relative_euclidean_distance");
        for (std::size_t row = 0; row < tables[target]->rows(); ++row) {
            if (row % kRowsBetweenStops == 0)
                TRY_VOID(task.checkStop());
            const std::uint32_t place = places[tables[target]->row(row).pair.golden.value()];
            if (place != kNoPlace)
                fillCells(matrix, target, row, place, error);
        }
    }
    return matrix;
}

} // namespace dumpscope::core
