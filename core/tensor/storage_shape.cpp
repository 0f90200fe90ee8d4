// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/storage_shape.h"

#include "tensor/layout_resolution.h"

#include <utility>

namespace dumpscope::core {

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
