// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/changed_parameters.h"

#include "base/text.h"
#include "compare/elements/differing_elements.h"
#include "tensor/dtype.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace dumpscope::core {

namespace {

/// Whether more than half of the elements are equal. What training changed is told by as many that are not.
bool isMostlyEqual(const PairTable& pairs, std::size_t row, TaskContext& task)
{
    if (pairs.row(row).basis != PairBasis::Elements)
        return false;
    const auto elements = DifferingElements::open(pairs, row, task);
    if (!elements)
        return false;
    std::uint64_t differing = 0;
    const auto read
        = elements->visit([&](const DifferingElement&) { return 2 * ++differing < elements->count(); }, task);
    return read && differing > 0 && 2 * differing < elements->count();
}

} // namespace

ChangedParameters changedParameters(const PairTable& pairs, TaskContext& task)
{
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    std::size_t same = 0;
    std::vector<std::size_t> changed;
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
        else
            changed.push_back(row);
    }
    const auto isNearlySame = [&](std::size_t row) { return isMostlyEqual(pairs, row, task); };
    if (changed.empty() || (same <= changed.size() && !std::ranges::all_of(changed, isNearlySame)))
        return {};
    const TensorId first = pairs.row(changed.front()).pair.target;
    const std::string name
        = fmt::format("{} ({})", printable(target.tensorId(first)), dtypeName(target.tensor(first).dtype));
    if (same <= changed.size())
        return {changed.size() == 1
                ? phrase(
                    "one parameter differs in a few of its elements while all else is bit-equal: %1", name)
                : phrase(
                    "%1 parameters differ in a few of their elements while all else is bit-equal, first %2",
                    changed.size(), name),
            changed.front()};
    return {changed.size() == 1
            ? phrase("one parameter differs while %1 others are bit-equal: %2", same, name)
            : phrase(
                "%1 parameters differ while %2 others are bit-equal, first %3", changed.size(), same, name),
        changed.front()};
}

} // namespace dumpscope::core
