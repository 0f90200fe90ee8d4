// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/repeated_parameters.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "layout/rank_places.h"

#include <optional>
#include <string>
#include <utility>

namespace dumpscope::core {

namespace {

/// Of a file of parameters, which are named in it. In a dump with a file a tensor the name is that of the
/// operator, whose weight and bias share it.
bool isNamed(const TensorRow& row)
{
    return row.io == Io::Parameter && row.state == TensorState::Ok && row.opName.isValid() && row.ownEntry;
}

/// The parameter of that name in another file, where both are of the same folder, rank and step.
std::optional<TensorId> inOtherFile(const DumpIndex& index, TensorId lone)
{
    const TensorRow& row = index.tensor(lone);
    for (const TensorId id : index.tensorsOfOperator(row.opName)) {
        const TensorRow& other = index.tensor(id);
        if (other.file != row.file && other.folder == row.folder && isNamed(other))
            return id;
    }
    return std::nullopt;
}

} // namespace

std::vector<Message> repeatedParameters(const Comparison& comparison, TaskContext& task)
{
    std::vector<Message> sentences;
    for (const bool isTarget : {true, false}) {
        const auto& unpaired = isTarget ? comparison.unpairedTarget : comparison.unpairedGolden;
        const auto& index = (isTarget ? comparison.pairs->target() : comparison.pairs->golden()).index;
        std::optional<RankPlaces> places;
        std::optional<std::pair<TensorId, TensorId>> first;
        std::size_t others = 0;
        for (const UnpairedTensor& lone : unpaired) {
            const auto twin = isNamed(index->tensor(lone.id)) ? inOtherFile(*index, lone.id) : std::nullopt;
            if (!twin)
                continue;
            if (!places)
                places.emplace(index);
            const auto areEqual = places->areEqual(*twin, lone.id, task);
            if (!areEqual)
                break; // stopped
            if (areEqual->value_or(true))
                continue;
            first = first ? first : std::pair(*twin, lone.id);
            ++others;
        }
        if (!first)
            continue;
        const Message count
            = places->unread() > 0 ? phrase("at least %1", others) : Message(std::to_string(others));
        const std::string name = printable(index->text(index->tensor(first->first).opName));
        const std::string one = printable(index->filePath(index->tensor(first->first).file));
        const std::string other = printable(index->filePath(index->tensor(first->second).file));
        sentences.push_back(isTarget
                ? phrase(
                    "the same parameters have different values in two files of one folder of the target: "
                    "%1, the first %2 in %3 and %4",
                    count, name, one, other)
                : phrase("the same parameters have different values in two files of one folder of golden: "
                         "%1, the first %2 in %3 and %4",
                    count, name, one, other));
    }
    return sentences;
}

} // namespace dumpscope::core
