// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/memory_format.h"

namespace dumpscope::core {

/// A dense logical array (`elementBytes` per element) in device order with zero padding. Errors: those of
/// resolveLayout, Code::Truncated for too few elements, Code::OutOfMemory.
[[nodiscard]] Result<std::vector<std::byte>> toStorageOrder(const StorageLayout& storage, DType dtype,
    std::span<const std::int64_t> logicalShape, std::span<const std::byte> logicalElements,
    std::uint32_t elementBytes);

/// Storage shape of a logical array in `format` (padding included). Errors: those of resolveLayout.
[[nodiscard]] Result<Shape> storageShapeFor(MemoryFormat format, MemoryFormat logicalFormat,
    std::span<const std::int64_t> logicalShape, DType dtype, std::uint32_t groups = 1, std::uint32_t c0 = 0);

} // namespace dumpscope::core
