// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/conclusion_place.h"

#include "base/text.h"
#include "model/stage_linker.h"
#include "model/tensor_place.h"

#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr Form<2> kBeside("%1 %2");

Message placed(Message place, const std::string& inSlot)
{
    return inSlot.empty() ? place : phrase("%1.%2", std::move(place), printable(inSlot));
}

} // namespace

Message ConclusionPlace::beforeName() const
{
    std::vector<Message> parts;
    if (!run.empty())
        parts.push_back(phrase("run %1", printable(run)));
    if (rank)
        parts.push_back(phrase("rank %1", *rank));
    else if (!folder.empty())
        parts.emplace_back(printable(folder));
    if (step)
        parts.push_back(phrase("step %1", *step));
    return joined(parts, kBeside);
}

Message ConclusionPlace::behindName() const
{
    if (const auto known = ioFromWord(io))
        return placed(ioPlace(*known, slot ? static_cast<std::int32_t>(*slot) : -1), inSlot);
    return slot ? Message(std::to_string(*slot)) : Message();
}

Message ConclusionPlace::words() const
{
    std::vector<Message> parts {beforeName()};
    if (!scope.empty())
        parts.emplace_back(printable(scope));
    parts.emplace_back(opName.empty() ? printable(tensor) : printable(opName));
    parts.push_back(behindName());
    if (source)
        parts.push_back(phrase("(%1)", printable(source->text())));
    std::erase_if(parts, [](const Message& part) { return part.empty(); });
    return joined(parts, kBeside);
}

ConclusionPlace conclusionPlace(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    const FolderFacts& facts = index.factsOf(id);
    const auto text
        = [&](StringId name) { return name.isValid() ? std::string(index.text(name)) : std::string(); };
    ConclusionPlace place;
    place.opName = text(row.opName);
    place.opType = text(row.opType);
    place.scope = text(row.scope);
    place.io = ioWord(row.io);
    if (row.slot >= 0)
        place.slot = row.slot;
    place.inSlot = placeInSlot(index, id);
    if (!facts.run.empty() && !index.runs().empty())
        place.run = facts.run;
    place.rank = facts.rank;
    if (!facts.rank && megatronFolder(facts.model))
        place.folder = facts.model;
    place.step = facts.step;
    place.tensor = index.tensorId(id);
    return place;
}

} // namespace dumpscope::core
