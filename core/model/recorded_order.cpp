// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recorded_order.h"

#include <algorithm>

namespace dumpscope::core {

bool hasRecordedOrder(const TensorRow& row)
{
    return row.execIndex != TensorRow::kNone || row.timestamp != 0;
}

bool isInExecutionOrder(const DumpIndex& index, std::span<const TensorId> tensors)
{
    const auto rowOf = [&](TensorId id) -> const TensorRow& { return index.tensor(id); };
    if (tensors.empty() || std::ranges::any_of(tensors, hasRecordedOrder, rowOf))
        return true;
    const auto isNumbered = [&](TensorId id) {
        const StringId name = rowOf(id).opName;
        const std::string_view text = name.isValid() ? index.text(name) : std::string_view();
        return !text.empty() && text.front() >= '0' && text.front() <= '9';
    };
    const StringId first = rowOf(tensors.front()).opName;
    return std::ranges::all_of(tensors, [&](TensorId id) { return rowOf(id).opName == first; })
        || std::ranges::all_of(tensors, isNumbered);
}

bool isNamedWithin(std::string_view inner, std::string_view outer, std::string_view marks)
{
    return !outer.empty() && inner.size() > outer.size() + 1 && inner.starts_with(outer)
        && marks.find(inner[outer.size()]) != std::string_view::npos;
}

TensorId lastBefore(const DumpIndex& index, TensorId output)
{
    const TensorRow& row = index.tensor(output);
    const FolderFacts& facts = index.factsOf(output);
    if (row.io != Io::Output || facts.operatorLevels == 0 || hasRecordedOrder(row))
        return output;
    const std::string_view name = index.text(row.opName);
    const auto isInside = [&](TensorId id) {
        const FolderFacts& other = index.factsOf(id);
        const std::string_view inner = index.text(index.tensor(id).opName);
        return other.rank == facts.rank && other.step == facts.step && other.run == facts.run
            && (inner == name || isNamedWithin(inner, name, pathMarks(facts)));
    };
    std::uint32_t last = output.value();
    while (last + 1 < index.tensorCount() && isInside(TensorId(last + 1)))
        ++last;
    return TensorId(last);
}

} // namespace dumpscope::core
