// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

#include <optional>

namespace dumpscope::core {

/// Complex elements as twice as many real ones, real and imaginary parts in turn, over the same bytes;
/// nothing for elements of other types.
[[nodiscard]] inline std::optional<ElementChunk> complexParts(const ElementChunk& chunk)
{
    ElementChunk parts = chunk;
    switch (chunk.dtype) {
    case DType::Complex32:
        parts.dtype = DType::Float16;
        break;
    case DType::Complex64:
        parts.dtype = DType::Float32;
        break;
    case DType::Complex128:
        parts.dtype = DType::Float64;
        break;
    default:
        return std::nullopt;
    }
    parts.count *= 2;
    return parts;
}

} // namespace dumpscope::core
