// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/first_difference.h"
#include "tensor/element_text.h"

#include "compare/differing_elements.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

Shape coordinates(std::uint64_t index, const Shape& shape)
{
    Shape place(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto extent = static_cast<std::uint64_t>(std::max<std::int64_t>(shape[axis], 1));
        place[axis] = static_cast<std::int64_t>(index % extent);
        index /= extent;
    }
    return place;
}

} // namespace

Result<std::optional<FirstDifference>> firstDifference(
    const PairTable& pairs, std::size_t row, TaskContext& task)
{
    TRY_ASSIGN(const DifferingElements elements, DifferingElements::open(pairs, row, task));
    std::optional<FirstDifference> found;
    TRY_VOID(elements.visit(
        [&](const DifferingElement& one) {
            found = FirstDifference {one.index, coordinates(one.index, elements.shape()),
                elements.allowsRounding(), elementText(one.targetChunk, one.inChunk),
                elementText(one.goldenChunk, one.inChunk)};
            return false;
        },
        task));
    return found;
}

} // namespace dumpscope::core
