// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_convert.h"
#include "tensor/element_values.h"

#include <cstring>

namespace dumpscope::core {

[[nodiscard]] inline bool isInteger(DType dtype)
{
    const DTypeClass kind = dtypeInfo(dtype).kind;
    return kind == DTypeClass::Signed || kind == DTypeClass::Unsigned || kind == DTypeClass::Bool;
}

/// An integer element as a 128-bit number, so that differences are exact.
__extension__ using Wide = __int128;
[[nodiscard]] inline Wide integerAt(const ElementChunk& chunk, std::size_t index)
{
    if (chunk.dtype == DType::UInt64) {
        std::uint64_t value = 0;
        std::memcpy(&value, chunk.data + index * sizeof(value), sizeof(value));
        return value;
    }
    if (chunk.dtype == DType::Int64) {
        std::int64_t value = 0;
        std::memcpy(&value, chunk.data + index * sizeof(value), sizeof(value));
        return value;
    }
    double value = 0;
    toDouble(subChunk(chunk, index, 1), &value);
    return static_cast<Wide>(value);
}

} // namespace dumpscope::core
