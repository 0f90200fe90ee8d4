// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/first_difference.h"
#include "tensor/element_text.h"

#include "compare/elements/differing_elements.h"
#include "compare/elements/element_region.h"

namespace dumpscope::core {

Result<std::optional<FirstDifference>> firstDifference(
    const PairTable& pairs, std::size_t row, TaskContext& task)
{
    TRY_ASSIGN(const DifferingElements elements, DifferingElements::open(pairs, row, task));
    std::optional<FirstDifference> found;
    TRY_VOID(elements.visit(
        [&](const DifferingElement& one) {
            found = FirstDifference {one.index, elementPlace(one.index, elements.shape()),
                elements.allowsRounding(), elementText(one.targetChunk, one.inChunk),
                elementText(one.goldenChunk, one.inChunk)};
            return false;
        },
        task));
    return found;
}

} // namespace dumpscope::core
