// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/tied_parameters.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "layout/rank_places.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace dumpscope::core {

namespace {

bool isParameter(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return row.io == Io::Parameter && row.state == TensorState::Ok && row.opName.isValid();
}

bool isMatrix(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return isParameter(index, id) && row.shape.isValid() && index.shape(row.shape).size() == 2;
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

/// Names of the operators of one side that were compared.
std::set<StringId> comparedNames(const PairTable& pairs, bool isTarget)
{
    const DumpIndex& index = *(isTarget ? pairs.target() : pairs.golden()).index;
    std::set<StringId> names;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        names.insert(index.tensor(isTarget ? pair.target : pair.golden).opName);
    }
    return names;
}

/// Whether the other side has a tensor of that name.
bool isOnOtherSide(const PairTable& pairs, bool isTarget, std::string_view name)
{
    const DumpIndex& other = *(isTarget ? pairs.golden() : pairs.target()).index;
    const StringId there = other.findString(name);
    return there.isValid() && !other.tensorsOfOperator(there).empty();
}

} // namespace

TiedParameters tiedParameters(const Comparison& comparison, TaskContext& task)
{
    constexpr std::size_t kFew = 4; // of a side
    TiedParameters said;
    const PairTable& pairs = *comparison.pairs;
    for (const bool isTarget : {true, false}) {
        const auto& unpaired = isTarget ? comparison.unpairedTarget : comparison.unpairedGolden;
        const auto& index = (isTarget ? pairs.target() : pairs.golden()).index;
        const auto nameOf = [&](TensorId id) { return printable(index->text(index->tensor(id).opName)); };
        std::optional<RankPlaces> places;
        std::optional<std::set<StringId>> compared;
        std::size_t matrices = 0;
        std::vector<Message> lone;
        for (const UnpairedTensor& one : unpaired) {
            if (task.stopped() || (matrices == kFew && lone.size() > kFew))
                break;
            if (!isParameter(*index, one.id))
                continue;
            if (!compared)
                compared = comparedNames(pairs, isTarget);
            const StringId opName = index->tensor(one.id).opName;
            if (compared->contains(opName) || isOnOtherSide(pairs, isTarget, index->text(opName)))
                continue; // one more copy
            std::optional<TensorId> twin;
            if (isMatrix(*index, one.id) && matrices < kFew) {
                ++matrices;
                if (!places)
                    places.emplace(index);
                twin = twinOf(pairs, isTarget, one.id, *places, task);
            }
            if (!twin) {
                lone.push_back(nameOf(one.id));
                continue;
            }
            said.sentences.push_back(isTarget
                    ? phrase("%1 of the target, which has no partner, holds the values of its %2, which was "
                             "compared: golden saves weights that are tied once",
                        nameOf(one.id), nameOf(*twin))
                    : phrase("%1 of golden, which has no partner, holds the values of its %2, which was "
                             "compared: the target saves weights that are tied once",
                        nameOf(one.id), nameOf(*twin)));
        }
        if (!lone.empty() && lone.size() <= kFew)
            said.lone.push_back(isTarget
                    ? phrase("of the target without a partner: %1", joined(lone, Form<2>("%1, %2")))
                    : phrase("of golden without a partner: %1", joined(lone, Form<2>("%1, %2"))));
    }
    return said;
}

} // namespace dumpscope::core
