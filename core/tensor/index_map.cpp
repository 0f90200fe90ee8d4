// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/index_map.h"

#include "tensor/layout_resolution.h"

#include <algorithm>

namespace dumpscope::core {

struct IndexMap::Plan {
    BlockedLayout layout;
    std::uint64_t storageCount = 0;
};

IndexMap::IndexMap(std::shared_ptr<const Plan> plan)
    : m_plan(std::move(plan))
{
}

Result<IndexMap> IndexMap::make(
    const StorageLayout& storage, DType dtype, std::span<const std::int64_t> logicalShape)
{
    TRY_ASSIGN(DeviceGeometry geometry, resolveLayout(storage, dtype, logicalShape));
    const std::uint64_t storageCount = elementCount(geometry.storageShape).value_or(0);
    return IndexMap(std::make_shared<const Plan>(Plan {std::move(geometry.layout), storageCount}));
}

std::uint64_t IndexMap::logicalCount() const
{
    return m_plan->layout.count();
}

std::uint64_t IndexMap::storageCount() const
{
    return m_plan->storageCount;
}

void IndexMap::offsets(std::uint64_t first, std::span<std::uint64_t> out) const
{
    const std::uint64_t count = m_plan->layout.count();
    if (first >= count)
        return;
    out = out.first(std::min<std::uint64_t>(out.size(), count - first));
    BlockedWalk walk(m_plan->layout, first);
    while (!out.empty()) {
        const BlockedLayout::Run run = walk.next(out.size());
        std::uint64_t offset = run.offset;
        for (std::uint64_t& value : out.first(run.count)) {
            value = offset;
            offset += static_cast<std::uint64_t>(run.stride);
        }
        out = out.subspan(run.count);
    }
}

} // namespace dumpscope::core
