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

} // namespace dumpscope::core
