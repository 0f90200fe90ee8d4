// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/changed_parameters.h"

#include "base/text.h"
#include "tensor/dtype.h"

#include <optional>

namespace dumpscope::core {

Message changedParameters(const PairTable& pairs)
{
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    std::size_t same = 0, changed = 0;
    std::optional<TensorId> first;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const PairResult& result = pairs.row(row);
        if (golden.tensor(result.pair.golden).io != Io::Parameter)
            return {};
        // Of another type all bits are others.
        if (!result.figures || !result.figures->sameBits
            || target.tensor(result.pair.target).dtype != golden.tensor(result.pair.golden).dtype)
            continue;
        if (*result.figures->sameBits)
            ++same;
        else if (changed++ == 0)
            first = result.pair.target;
    }
    if (!first || same <= changed)
        return {};
    const std::string name = printable(target.tensorId(*first));
    return changed == 1
        ? phrase("one parameter differs while %1 others are bit-equal: %2", same, name)
        : phrase("%1 parameters differ while %2 others are bit-equal, first %3", changed, same, name);
}

} // namespace dumpscope::core
