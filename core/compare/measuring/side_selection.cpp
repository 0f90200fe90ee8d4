// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/side_selection.h"

#include "base/text.h"
#include "compare/pairing/pairing_draft.h"
#include "model/row_statistics.h"
#include "query/row_set.h"

#include <algorithm>
#include <optional>
#include <set>

namespace dumpscope::core {

namespace {

bool isWanted(const std::vector<std::int64_t>& wanted, const std::optional<std::int64_t>& number)
{
    return wanted.empty() || (number && std::ranges::find(wanted, *number) != wanted.end());
}

using PlaceNumber = std::optional<std::int64_t> (*)(const FolderFacts&);

std::optional<std::int64_t> rankOfFolder(const FolderFacts& facts)
{
    return facts.rank ? facts.rank : facts.deviceId;
}

std::optional<std::int64_t> stepOfFolder(const FolderFacts& facts)
{
    return facts.step;
}

/// Errors: Code::NotFound; there is no tensor of the run.
Result<void> checkRun(const DumpIndex& index, const std::string& run)
{
    std::set<std::string> known;
    for (std::size_t i = 0; i < index.tensorCount(); ++i)
        known.insert(index.factsOf(TensorId(i)).run);
    if (run.empty() || known.contains(run))
        return {};
    known.erase(std::string());
    std::string names;
    for (const std::string& name : known)
        names += (names.empty() ? "" : ", ") + printable(name);
    return fail(Code::NotFound,
        names.empty() ? phrase("there is no run %1, nor any other", printable(run))
                      : phrase("there is no run %1; there are %2", printable(run), names),
        {.file = index.root()});
}

/// Whether any tensor has such a number.
bool hasPlace(const DumpIndex& index, PlaceNumber place)
{
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        if (place(index.factsOf(TensorId(i))))
            return true;
    }
    return false;
}

/// Whether the ranks and the steps that are asked for have to be there. A run of one process has no rank to
/// be chosen by: it is compared with the rank that is chosen of the other side. Where neither has one, what
/// is asked for is nowhere.
struct NeededPlaces {
    bool ranks = false, steps = false;
};

NeededPlaces neededPlaces(const DumpIndex& target, const DumpIndex& golden)
{
    const auto has = [&](PlaceNumber place) { return hasPlace(target, place) || hasPlace(golden, place); };
    return {!has(rankOfFolder), !has(stepOfFolder)};
}

Result<ComparisonSide> selectPart(std::shared_ptr<const DumpIndex> index, const SideRestriction& restriction,
    NeededPlaces needed, TaskContext& task)
{
    ComparisonSide side {std::move(index), std::nullopt};
    if (!restriction.tensor.empty()) {
        TRY_ASSIGN(const TensorId id, side.index->findTensor(restriction.tensor));
        side.only = std::vector {id};
        return side;
    }
    if (restriction.filter.empty() && restriction.steps.empty() && restriction.ranks.empty()
        && restriction.run.empty())
        return side;
    TRY_VOID(checkRun(*side.index, restriction.run));
    TensorTable table(side.index);
    TRY_ASSIGN(const FilterExpression filter, FilterExpression::parse(restriction.filter, table));
    if (needsStatistics(filter))
        TRY_VOID(measureAllRows(task, table));
    TRY_ASSIGN(const auto rows, buildRowSet(table, table.rows(), filter, {}, task));
    const bool hasRanks = needed.ranks || hasPlace(*side.index, rankOfFolder),
               hasSteps = needed.steps || hasPlace(*side.index, stepOfFolder);
    side.only.emplace();
    for (const std::uint32_t row : rows) {
        const FolderFacts& facts = side.index->factsOf(TensorId(row));
        if ((restriction.run.empty() || facts.run == restriction.run)
            && (!hasSteps || isWanted(restriction.steps, stepOfFolder(facts)))
            && (!hasRanks || isWanted(restriction.ranks, rankOfFolder(facts))))
            side.only->emplace_back(row);
    }
    return side;
}

} // namespace

Result<ComparisonSide> selectSide(
    std::shared_ptr<const DumpIndex> index, const SideRestriction& restriction, TaskContext& task)
{
    return selectPart(std::move(index), restriction, {}, task);
}

Result<SelectedSides> selectSides(std::shared_ptr<const DumpIndex> target, const SideRestriction& targetPart,
    std::shared_ptr<const DumpIndex> golden, const SideRestriction& goldenPart, PairingOptions& pairing,
    TaskContext& task)
{
    SelectedSides sides;
    const NeededPlaces needed = neededPlaces(*target, *golden);
    TRY_ASSIGN(sides.target, selectPart(target, targetPart, needed, task));
    TRY_ASSIGN(sides.golden, selectPart(golden, goldenPart, needed, task));
    if (target == golden || !pairing.steps.empty() || targetPart.steps.empty()
        || targetPart.steps != goldenPart.steps)
        return sides;
    SideRestriction around = goldenPart;
    for (const std::int64_t step : goldenPart.steps)
        around.steps.insert(around.steps.end(), {step - 1, step + 1});
    TRY_ASSIGN(const ComparisonSide near, selectSide(golden, around, task));
    StepEquations equations = shiftedSteps(sides.target, near, pairing, task);
    if (equations.empty())
        return sides;
    around.steps.clear();
    for (const auto& [ours, theirs] : equations)
        around.steps.push_back(theirs);
    TRY_ASSIGN(sides.golden, selectSide(golden, around, task));
    pairing.steps = std::move(equations);
    pairing.areStepsFound = true;
    return sides;
}

} // namespace dumpscope::core
