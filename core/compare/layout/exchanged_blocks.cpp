// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/exchanged_blocks.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace dumpscope::core {

namespace {

using PlaceList = std::vector<std::int32_t>;

/// Runs of places that ascend by one.
std::size_t blocksOf(const PlaceList& places)
{
    std::size_t blocks = places.empty() ? 0 : 1;
    for (std::size_t i = 1; i < places.size(); ++i)
        blocks += places[i] != places[i - 1] + 1 ? 1 : 0;
    return blocks;
}

/// In as many blocks as all the others, of which some are in order.
bool hasExchangedBlocks(const Assembly& assembly)
{
    constexpr std::size_t kMost = 4; // more of them are rows that were sorted
    if (assembly.kind != AssemblyKind::Interleaved || assembly.parts.size() < 2)
        return false;
    const std::size_t blocks = blocksOf(assembly.parts.front().places);
    if (blocks < 2 || blocks > kMost)
        return false;
    std::size_t ordered = 0;
    for (const AssemblyPart& part : assembly.parts) {
        PlaceList sorted = part.places;
        std::ranges::sort(sorted);
        if (part.tokens || blocksOf(part.places) != blocks || blocksOf(sorted) > blocks || sorted.front() < 0)
            return false;
        ordered += sorted == part.places ? 1 : 0;
    }
    return ordered > 0 && ordered < assembly.parts.size();
}

} // namespace

Result<void> settleExchangedBlocks(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, TaskContext& task)
{
    const TensorStore targets(target.index), goldens(golden.index);
    for (auto at = found.begin(); at != found.end();) {
        bool isReadable = true;
        if (hasExchangedBlocks(at->second)) {
            for (AssemblyPart& part : at->second.parts)
                std::ranges::sort(part.places);
            TRY_ASSIGN(isReadable, measureByValues(at->second, at->first, targets, goldens, task));
        }
        at = isReadable ? std::next(at) : found.erase(at);
    }
    return {};
}

} // namespace dumpscope::core
