// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/saved_iterations.h"

#include "model/stage_linker.h"

#include <algorithm>
#include <iterator>

namespace dumpscope::core {

std::optional<std::int64_t> chosenIteration(
    const ComparisonSide& side, const ComparisonSide& other, const std::set<std::int64_t>& wanted)
{
    std::set<std::int64_t> steps;
    for (const TensorId id : side.tensors()) {
        const FolderFacts& facts = side.index->factsOf(id);
        if (!facts.step || !megatronFolder(facts.model))
            return std::nullopt;
        steps.insert(*facts.step);
    }
    if (steps.size() < 2)
        return std::nullopt;
    std::set<std::optional<std::int64_t>> others;
    for (const TensorId id : other.tensors())
        others.insert(other.index->factsOf(id).step);
    const auto isThere
        = [&](const std::optional<std::int64_t>& step) { return step && steps.contains(*step); };
    if (others.size() != 1 || isThere(*others.begin()))
        return std::nullopt;
    if (!wanted.empty())
        std::erase_if(steps, [&](std::int64_t step) { return !wanted.contains(step); });
    return steps.empty() ? std::nullopt : std::optional(*steps.rbegin());
}

ComparisonSide ofStep(const ComparisonSide& side, std::int64_t step)
{
    ComparisonSide some {side.index, std::vector<TensorId>()};
    std::ranges::copy_if(side.tensors(), std::back_inserter(*some.only),
        [&](TensorId id) { return side.index->factsOf(id).step == step; });
    return some;
}

} // namespace dumpscope::core
