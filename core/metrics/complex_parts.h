// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <optional>
#include <vector>

namespace dumpscope::core {

/// Complex elements as twice as many real ones, real and imaginary parts alternating, over the same bytes;
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

/// Real and imaginary parts of complex elements, (x, 0) of others; 2 * count values.
[[nodiscard]] inline std::vector<double> partsOf(const ElementChunk& chunk)
{
    std::vector<double> parts(2 * chunk.count);
    if (const auto halves = complexParts(chunk)) {
        toDouble(*halves, parts.data());
        return parts;
    }
    toDouble(chunk, parts.data());
    for (std::size_t i = chunk.count; i-- > 0;) {
        parts[2 * i] = parts[i];
        parts[2 * i + 1] = 0;
    }
    return parts;
}

} // namespace dumpscope::core
