// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/storage_order.h"

#include "tensor/layout_resolution.h"

#include "io/byte_reader.h"
#include "tensor/format_axes.h"

#include <cstring>
#include <new>

namespace dumpscope::core {

Result<std::vector<std::byte>> toStorageOrder(const StorageLayout& storage, DType dtype,
    std::span<const std::int64_t> logicalShape, std::span<const std::byte> logicalElements,
    std::uint32_t elementBytes)
{
    TRY_ASSIGN(const DeviceGeometry geometry, resolveLayout(storage, dtype, logicalShape));
    const std::uint64_t storageCount = elementCount(geometry.storageShape).value_or(0);
    std::uint64_t size = 0;
    std::uint64_t needed = 0;
    if (!checkedMul(storageCount, elementBytes, size)
        || !checkedMul(geometry.layout.count(), elementBytes, needed))
        return fail(Code::BadShape, phrase("shape %1 is too large", shapeText(geometry.storageShape)));
    if (logicalElements.size() < needed)
        return fail(Code::Truncated, phrase("%1 of %2 bytes", logicalElements.size(), needed));
    std::vector<std::byte> out;
    try {
        out.resize(size);
    } catch (const std::exception&) {
        return fail(Code::OutOfMemory, phrase("no memory for %1 bytes", size));
    }
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

Result<Shape> storageShapeFor(MemoryFormat format, MemoryFormat logicalFormat,
    std::span<const std::int64_t> logicalShape, DType dtype, std::uint32_t groups, std::uint32_t c0)
{
    StorageLayout storage;
    storage.format = format;
    storage.groups = groups;
    storage.c0 = c0;
    storage.logicalFormat = logicalFormat;
    TRY_ASSIGN(DeviceGeometry geometry, resolveLayout(storage, dtype, logicalShape));
    return std::move(geometry.storageShape);
}

} // namespace dumpscope::core
