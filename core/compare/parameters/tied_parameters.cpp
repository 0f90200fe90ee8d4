// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/tied_parameters.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "layout/rank_places.h"

#include <algorithm>
#include <optional>

namespace dumpscope::core {

namespace {

bool isMatrix(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return row.io == Io::Parameter && row.state == TensorState::Ok && row.opName.isValid()
        && row.shape.isValid() && index.shape(row.shape).size() == 2;
}

/// The compared parameter of the side that has the same values.
std::optional<TensorId> twinOf(
    const PairTable& pairs, bool isTarget, TensorId lone, RankPlaces& places, TaskContext& task)
{
    const DumpIndex& index = *(isTarget ? pairs.target() : pairs.golden()).index;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        const TensorId id = isTarget ? pair.target : pair.golden;
        if (!isMatrix(index, id) || index.tensor(id).dtype != index.tensor(lone).dtype
            || !std::ranges::equal(
                index.shape(index.tensor(id).shape), index.shape(index.tensor(lone).shape)))
            continue;
        const auto areEqual = places.areEqual(id, lone, task);
        if (areEqual && areEqual->value_or(false))
            return id;
    }
    return std::nullopt;
}

/// Whether it is one more copy of a tensor: it has the name of one that was compared, or the other side has
/// it.
bool isCopy(const PairTable& pairs, bool isTarget, TensorId lone)
{
    const DumpIndex& index = *(isTarget ? pairs.target() : pairs.golden()).index;
    const DumpIndex& other = *(isTarget ? pairs.golden() : pairs.target()).index;
    const StringId name = index.tensor(lone).opName;
    const StringId there = other.findString(index.text(name));
    if (there.isValid() && !other.tensorsOfOperator(there).empty())
        return true;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        if (index.tensor(isTarget ? pair.target : pair.golden).opName == name)
            return true;
    }
    return false;
}

} // namespace

std::vector<Message> tiedParameters(const Comparison& comparison, TaskContext& task)
{
    constexpr std::size_t kMost = 4; // of a side
    std::vector<Message> sentences;
    const PairTable& pairs = *comparison.pairs;
    for (const bool isTarget : {true, false}) {
        const auto& unpaired = isTarget ? comparison.unpairedTarget : comparison.unpairedGolden;
        const auto& index = (isTarget ? pairs.target() : pairs.golden()).index;
        std::optional<RankPlaces> places;
        std::size_t looked = 0;
        for (const UnpairedTensor& lone : unpaired) {
            if (looked == kMost || task.stopped())
                break;
            if (!isMatrix(*index, lone.id) || isCopy(pairs, isTarget, lone.id))
                continue;
            ++looked;
            if (!places)
                places.emplace(index);
            const auto twin = twinOf(pairs, isTarget, lone.id, *places, task);
            if (!twin)
                continue;
            const auto nameOf = [&](TensorId id) { return printable(index->text(index->tensor(id).opName)); };
            sentences.push_back(isTarget
                    ? phrase("%1 of the target, which has no partner, holds the values of its %2, which was "
                             "compared: golden saves weights that are tied once",
                        nameOf(lone.id), nameOf(*twin))
                    : phrase("%1 of golden, which has no partner, holds the values of its %2, which was "
                             "compared: the target saves weights that are tied once",
                        nameOf(lone.id), nameOf(*twin)));
        }
    }
    return sentences;
}

} // namespace dumpscope::core
