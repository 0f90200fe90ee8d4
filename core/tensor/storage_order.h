// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/memory_format.h"

namespace dumpscope::core {

/// Writes a dense logical array (`elementBytes` per element) in device order with zero padding.
[[nodiscard]] Result<std::vector<std::byte>> toStorageOrder(const StorageLayout& storage, DType dtype,
    std::span<const std::int64_t> logicalShape, std::span<const std::byte> logicalElements,
    std::uint32_t elementBytes);

/// Storage shape that a logical array gets in `format` (padding included).
[[nodiscard]] Result<Shape> storageShapeFor(MemoryFormat format, MemoryFormat logicalFormat,
    std::span<const std::int64_t> logicalShape, DType dtype, std::uint32_t groups = 1, std::uint32_t c0 = 0);

} // namespace dumpscope::core
