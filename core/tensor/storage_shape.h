// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/memory_format.h"

namespace dumpscope::core {

/// Storage shape of a logical array in `format` (padding included). Errors: those of resolveLayout.
[[nodiscard]] Result<Shape> storageShapeFor(MemoryFormat format, MemoryFormat logicalFormat,
    std::span<const std::int64_t> logicalShape, DType dtype, std::uint32_t groups = 1, std::uint32_t c0 = 0);

} // namespace dumpscope::core
