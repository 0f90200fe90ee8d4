// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/byte_reader.h"
#include "tensor/layout_resolution.h"

#include <cstring>

namespace dumpscope::test {

/// A dense logical array (`elementBytes` per element) in device order with zero padding. Errors: those of
/// resolveLayout, Code::Truncated for too few elements.
[[nodiscard]] inline core::Result<std::vector<std::byte>> toStorageOrder(const core::StorageLayout& storage,
    core::DType dtype, std::span<const std::int64_t> logicalShape, std::span<const std::byte> logicalElements,
    std::uint32_t elementBytes)
{
    using namespace core;
    TRY_ASSIGN(const DeviceGeometry geometry, resolveLayout(storage, dtype, logicalShape));
    const std::uint64_t storageCount = elementCount(geometry.storageShape).value_or(0);
    std::uint64_t size = 0;
    std::uint64_t needed = 0;
    if (!checkedMul(storageCount, elementBytes, size)
        || !checkedMul(geometry.layout.count(), elementBytes, needed))
        return fail(Code::BadShape, phrase("shape %1 is too large", shapeText(geometry.storageShape)));
    if (logicalElements.size() < needed)
        return fail(Code::Truncated, phrase("%1 of %2 bytes", logicalElements.size(), needed));
    std::vector<std::byte> out(size);
    const std::byte* source = logicalElements.data();
    std::uint64_t left = geometry.layout.count();
    if (left == 0)
        return out;
    BlockedWalk walk(geometry.layout, 0);
    while (left > 0) {
        const BlockedLayout::Run run = walk.next(left);
        left -= run.count;
        if (run.stride == 1) {
            std::memcpy(out.data() + run.offset * elementBytes, source, run.count * elementBytes);
            source += run.count * elementBytes;
            continue;
        }
        std::uint64_t offset = run.offset;
        for (std::uint64_t i = 0; i < run.count; ++i) {
            std::memcpy(out.data() + offset * elementBytes, source, elementBytes);
            offset += static_cast<std::uint64_t>(run.stride);
            source += elementBytes;
        }
    }
    return out;
}

} // namespace dumpscope::test
