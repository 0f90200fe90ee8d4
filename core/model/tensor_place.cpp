// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tensor_place.h"

namespace dumpscope::core {

std::string_view placeInSlot(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    if (row.slot < 0 || !row.entry.isValid())
        return {};
    const std::string_view entry = index.text(row.entry);
    const std::string slot = std::string(ioWord(row.io)) + '.' + std::to_string(row.slot) + '.';
    return entry.starts_with(slot) ? entry.substr(slot.size()) : std::string_view();
}

Message tensorPlace(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    Message place = ioPlace(row.io, row.slot);
    const std::string_view inside = placeInSlot(index, id);
    return inside.empty() ? place : phrase("%1.%2", std::move(place), inside);
}

} // namespace dumpscope::core
