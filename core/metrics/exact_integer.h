// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/wide_integer.h"
#include "tensor/element_convert.h"
#include "tensor/element_values.h"

#include <cmath>
#include <cstring>

namespace dumpscope::core {

[[nodiscard]] inline bool isInteger(DType dtype)
{
    const DTypeClass kind = dtypeInfo(dtype).kind;
    return kind == DTypeClass::Signed || kind == DTypeClass::Unsigned || kind == DTypeClass::Bool;
}

/// An integer element, so that differences are exact.
[[nodiscard]] inline WideInteger integerAt(const ElementChunk& chunk, std::size_t index)
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
    return static_cast<WideInteger>(value);
}

/// Difference of two integers, with all digits.
[[nodiscard]] inline WideInteger integerDifference(
    const ElementChunk& target, const ElementChunk& golden, std::size_t index)
{
    return integerAt(target, index) - integerAt(golden, index);
}

/// Whether one is a 64-bit integer, of which double may lose digits, and the other a floating-point number.
[[nodiscard]] inline bool isLongBesideFloat(DType a, DType b)
{
    const auto isLong = [](DType dtype) { return isInteger(dtype) && dtypeInfo(dtype).bits == 64; };
    const auto isFloat = [](DType dtype) { return dtypeInfo(dtype).kind == DTypeClass::Float; };
    return (isLong(a) && isFloat(b)) || (isFloat(a) && isLong(b));
}

/// Difference of such a pair, rounded once; `x` and `y` are its elements as double.
[[nodiscard]] inline double longDifference(
    const ElementChunk& target, double x, const ElementChunk& golden, double y, std::size_t index)
{
    constexpr double kExact = 0x1p53;
    if (!(std::fabs(x) >= kExact || std::fabs(y) >= kExact) || !std::isfinite(x) || !std::isfinite(y))
        return x - y;
    const auto whole = [index](const ElementChunk& chunk, double value) {
        return isInteger(chunk.dtype) ? static_cast<long double>(integerAt(chunk, index))
                                      : static_cast<long double>(value);
    };
    return static_cast<double>(whole(target, x) - whole(golden, y));
}

} // namespace dumpscope::core
