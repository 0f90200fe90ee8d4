// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/padding_mask.h"
#include "tensor/index_map.h"

#include <algorithm>
#include <array>
#include <bit>

namespace dumpscope::core {

Result<PaddingMask> PaddingMask::make(const TensorView& view, TaskContext& task)
{
    constexpr std::uint64_t kMostElements = 1U << 28;
    PaddingMask mask;
    if (!view.isRearranged())
        return mask;
    TRY_ASSIGN(const IndexMap map, IndexMap::make(view.storage, view.dtype, view.shape));
    if (map.storageCount() > kMostElements)
        return fail(Code::Limit, phrase("the tensor is too large to mark its padding"));
    mask.m_count = map.storageCount();
    mask.m_used.assign(static_cast<std::size_t>((mask.m_count + 63) / 64), 0);
    std::array<std::uint64_t, 4096> offsets;
    for (std::uint64_t first = 0; first < map.logicalCount(); first += offsets.size()) {
        TRY_VOID(task.checkStop());
        const auto count
            = static_cast<std::size_t>(std::min<std::uint64_t>(offsets.size(), map.logicalCount() - first));
        map.offsets(first, std::span(offsets).first(count));
        for (std::size_t i = 0; i < count; ++i) {
            if (offsets[i] < mask.m_count)
                mask.m_used[offsets[i] / 64] |= std::uint64_t {1} << offsets[i] % 64;
        }
    }
    mask.count();
    return mask;
}

PaddingMask PaddingMask::ofUnused(const std::vector<bool>& isUsed)
{
    PaddingMask mask;
    mask.m_isStored = false;
    mask.m_count = isUsed.size();
    mask.m_used.assign((isUsed.size() + 63) / 64, 0);
    for (std::size_t i = 0; i < isUsed.size(); ++i) {
        if (isUsed[i])
            mask.m_used[i / 64] |= std::uint64_t {1} << i % 64;
    }
    mask.count();
    return mask;
}

void PaddingMask::count()
{
    std::uint64_t used = 0;
    for (const std::uint64_t word : m_used)
        used += static_cast<std::uint64_t>(std::popcount(word));
    m_padding = m_count - used;
}

std::vector<std::uint64_t> PaddingMask::usedElements() const
{
    std::vector<std::uint64_t> used;
    used.reserve(static_cast<std::size_t>(m_count - m_padding));
    for (std::uint64_t i = 0; i < m_count; ++i) {
        if (!isPadding(i))
            used.push_back(i);
    }
    return used;
}

} // namespace dumpscope::core
