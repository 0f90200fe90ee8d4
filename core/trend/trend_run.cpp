// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_run.h"

#include "model/recorded_order.h"
#include "trend/call_counts.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace dumpscope::core {

namespace {

struct PhaseWord {
    std::string_view opType;
    std::uint64_t phase;
};
/// In the order in which a training step comes to them. What has none of these words is forward.
constexpr auto kPhases = std::to_array<PhaseWord>({{"param_origin", 0}, {"forward", 1}, {"backward", 2},
    {"actv_grad", 2}, {"input_grad", 2}, {"output_grad", 2}, {"grad_unreduced", 3}, {"unreduced", 3},
    {"grad_reduced", 4}, {"reduced", 4}, {"exp_avg", 5}, {"exp_avg_sq", 5}, {"param_updated", 6}});
constexpr std::uint64_t kForwardPhase = 1;

std::uint64_t phaseOf(std::string_view opType)
{
    const auto* const found = std::ranges::find(kPhases, opType, &PhaseWord::opType);
    return found == kPhases.end() ? kForwardPhase : found->phase;
}

std::uint64_t lineOf(const DumpIndex& index, const TensorRow& row)
{
    if (row.statisticRow == TensorRow::kNone || row.statisticTable >= index.statisticTables().size())
        return 0;
    const auto& lines = index.statisticTables()[row.statisticTable]->line;
    return row.statisticRow < lines.size() ? lines[row.statisticRow] : 0;
}

bool isTaken(Io io)
{
    return io == Io::Input || io == Io::Parameter || io == Io::Argument;
}

bool isOfMonitor(const DumpIndex& index, const TensorRow& row)
{
    if (row.statisticRow == TensorRow::kNone)
        return false;
    const Reader* const reader = index.readerOf(index.statisticFile(row.statisticTable));
    return reader != nullptr && (reader->info().id == "monitor" || reader->info().id == "trend-db");
}

} // namespace

StepOrder recordedStepOrder(const DumpIndex& index)
{
    return [&index, places = executionPlaces(index)](std::uint32_t tensor) -> std::uint64_t {
        constexpr unsigned kPhaseShift = 56;
        const TensorRow& row = index.tensor(TensorId(tensor));
        // What an operator takes is there before what it gives; tables list weights last.
        if (row.execIndex != TensorRow::kNone)
            return std::uint64_t {row.execIndex} * 2 + (isTaken(row.io) ? 0 : 1);
        // Rows of a table stand in the contract's order; the monitor's files stand in that of execution.
        if (!isOfMonitor(index, row))
            return places[tensor];
        const std::uint64_t line = std::min<std::uint64_t>(lineOf(index, row), (1ULL << kPhaseShift) - 1);
        return phaseOf(row.opType.isValid() ? index.text(row.opType) : std::string_view()) << kPhaseShift
            | line;
    };
}

TrendRun::TrendRun(
    std::shared_ptr<const DumpIndex> index, std::shared_ptr<const TensorTable> table, TrendCube cube)
    : m_index(std::move(index))
    , m_table(std::move(table))
    , m_cube(std::move(cube))
    , m_figures(*m_table, m_cube)
    , m_calls(callCounts(m_cube))
{
    std::vector<TensorId> tensors;
    for (const TrendCell& cell : m_cube.cells())
        tensors.emplace_back(cell.tensor);
    m_isOrderKnown = isInExecutionOrder(*m_index, tensors) || std::ranges::any_of(tensors, [&](TensorId id) {
        return isOfMonitor(*m_index, m_index->tensor(id));
    });
}

std::size_t TrendRun::othersOfFirstStep(std::span<const std::size_t> cells) const
{
    const auto of = m_cube.cells();
    return static_cast<std::size_t>(std::ranges::count_if(cells, [&](std::size_t cell) {
        return of[cell].step == of[cells.front()].step && of[cell].row != of[cells.front()].row;
    }));
}

Message TrendRun::stepText(const TrendCell& cell) const
{
    const TrendCube::Number step = m_cube.steps()[cell.step];
    return step ? phrase("step %1", *step) : Message();
}

Message TrendRun::rankText(const TrendCell& cell) const
{
    const TrendCube::Number rank = m_cube.ranks()[cell.rank];
    return rank ? phrase("rank %1", *rank) : Message();
}

Message TrendRun::stepsText(std::size_t first, std::size_t last) const
{
    const auto number = [this](std::size_t cell) {
        const TrendCell& at = m_cube.cells()[cell];
        return m_cube.steps()[at.step].value_or(at.step);
    };
    return first == last ? phrase("step %1", number(first))
                         : phrase("steps %1 to %2", number(first), number(last));
}

Result<std::shared_ptr<const TrendRun>> makeTrendRun(std::shared_ptr<const DumpIndex> index,
    std::shared_ptr<const TensorTable> table, std::span<const std::uint32_t> tensors, TaskContext& task)
{
    if (index->runs().size() > 1) {
        std::set<std::string> runs;
        for (const std::uint32_t tensor : tensors)
            runs.insert(index->factsOf(TensorId(tensor)).run);
        if (runs.size() > 1) {
            std::string names;
            constexpr std::size_t kNamed = 5;
            for (const std::string& run : runs) {
                if (std::ranges::count(names, ',') < static_cast<std::ptrdiff_t>(kNamed))
                    names += (names.empty() ? "" : ", ") + run;
            }
            if (runs.size() > kNamed + 1)
                names += ", …";
            return fail(Code::Ambiguous,
                phrase("%1 runs lie beside one another here (%2); choose one, as with the filter run:%3",
                    runs.size(), names, *runs.begin()));
        }
    }
    TRY_ASSIGN(TrendCube cube, makeTrendCube(*table, tensors, recordedStepOrder(*index), task));
    return std::make_shared<const TrendRun>(std::move(index), std::move(table), std::move(cube));
}

} // namespace dumpscope::core
