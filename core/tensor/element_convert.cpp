// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/element_convert.h"

#include "tensor/element_stream.h"
#include "tensor/float_codes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace dumpscope::core {

namespace {

template<typename T> T load(const std::byte* data, std::uint64_t index)
{
    T value;
    std::memcpy(&value, data + index * sizeof(T), sizeof(T));
    return value;
}

template<typename T, typename Out> void convertPlain(const ElementChunk& chunk, Out* out)
{
    for (std::uint64_t i = 0; i < chunk.count; ++i)
        out[i] = static_cast<Out>(load<T>(chunk.data, i));
}

template<float (*decode)(std::uint8_t), typename Out> void convertTable(const ElementChunk& chunk, Out* out)
{
    std::array<Out, 256> table {};
    for (unsigned code = 0; code < table.size(); ++code)
        table[code] = static_cast<Out>(decode(static_cast<std::uint8_t>(code)));
    for (std::uint64_t i = 0; i < chunk.count; ++i)
        out[i] = table[std::to_integer<unsigned>(chunk.data[i])];
}

template<typename Out> void convertHalf(const ElementChunk& chunk, Out* out)
{
    // Masks instead of branches, so that the loop becomes vector code: the compiler must not move a
    // multiplication that could raise a flag, so a select would stay a branch.
    constexpr std::int32_t kRebias = 112 << 23;
    const std::byte* data = chunk.data;
    const std::uint64_t count = chunk.count;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::int32_t bits = load<std::uint16_t>(data, i);
        const std::int32_t magnitude = bits & 0x7FFF;
        const auto subnormal = std::bit_cast<std::int32_t>(static_cast<float>(magnitude) * 0x1p-24F);
        const std::int32_t isSubnormal = (magnitude - 0x0400) >> 31;
        const std::int32_t isSpecial = (0x7BFF - magnitude) >> 31;
        const std::int32_t normal = (magnitude << 13) + kRebias + (kRebias & isSpecial);
        const std::int32_t sign = -(bits & 0x8000) * 0x10000;
        const std::int32_t wide = (subnormal & isSubnormal) | (normal & ~isSubnormal) | sign;
        out[i] = static_cast<Out>(std::bit_cast<float>(wide));
    }
}

template<typename Out> void convertBfloat16(const ElementChunk& chunk, Out* out)
{
    for (std::uint64_t i = 0; i < chunk.count; ++i) {
        const std::uint32_t bits = load<std::uint16_t>(chunk.data, i);
        out[i] = static_cast<Out>(std::bit_cast<float>(bits << 16U));
    }
}

/// NaN wins over infinity, unlike in hypot: a broken part must stay visible.
double magnitudeOf(double re, double im)
{
    if (std::isnan(re) || std::isnan(im))
        return std::numeric_limits<double>::quiet_NaN();
    return std::hypot(re, im);
}

/// Squares of narrower parts neither overflow nor vanish in double.
double magnitudeOf(float re, float im)
{
    const double x = re;
    const double y = im;
    return std::sqrt(x * x + y * y);
}

template<typename Part> auto loadPart(const std::byte* data, std::uint64_t index)
{
    const Part part = load<Part>(data, index);
    if constexpr (std::is_same_v<Part, std::uint16_t>)
        return halfToFloat(part);
    else
        return part;
}

template<typename Part, typename Out> void convertComplex(const ElementChunk& chunk, Out* out)
{
    for (std::uint64_t i = 0; i < chunk.count; ++i)
        out[i] = static_cast<Out>(
            magnitudeOf(loadPart<Part>(chunk.data, 2 * i), loadPart<Part>(chunk.data, 2 * i + 1)));
}

/// Little-endian code of any width.
template<typename Out> void convertCodes(const ElementChunk& chunk, Out* out)
{
    const std::uint32_t bytes = unpackedBytes(chunk.dtype);
    for (std::uint64_t i = 0; i < chunk.count; ++i) {
        double value = 0;
        for (std::uint32_t k = bytes; k-- > 0;)
            value = value * 256 + std::to_integer<int>(chunk.data[i * bytes + k]);
        out[i] = static_cast<Out>(value);
    }
}

template<typename Out> void convertBool(const ElementChunk& chunk, Out* out)
{
    for (std::uint64_t i = 0; i < chunk.count; ++i)
        out[i] = chunk.data[i] != std::byte {0} ? Out {1} : Out {0};
}

template<typename Out> void convert(const ElementChunk& chunk, Out* out)
{
    switch (chunk.dtype) {
    case DType::Bool:
        return convertBool(chunk, out);
    case DType::Int8:
    case DType::QInt8:
    case DType::Int4:
        return convertPlain<std::int8_t>(chunk, out);
    case DType::Unknown:
    case DType::UInt8:
    case DType::QUInt8:
    case DType::UInt1:
    case DType::UInt4:
        return convertPlain<std::uint8_t>(chunk, out);
    case DType::Int16:
    case DType::QInt16:
        return convertPlain<std::int16_t>(chunk, out);
    case DType::UInt16:
    case DType::QUInt16:
        return convertPlain<std::uint16_t>(chunk, out);
    case DType::Int32:
    case DType::QInt32:
        return convertPlain<std::int32_t>(chunk, out);
    case DType::UInt32:
        return convertPlain<std::uint32_t>(chunk, out);
    case DType::Int64:
    case DType::Resource:
        return convertPlain<std::int64_t>(chunk, out);
    case DType::UInt64:
        return convertPlain<std::uint64_t>(chunk, out);
    case DType::Float16:
        return convertHalf(chunk, out);
    case DType::BFloat16:
        return convertBfloat16(chunk, out);
    case DType::Float32:
        return convertPlain<float>(chunk, out);
    case DType::Float64:
        return convertPlain<double>(chunk, out);
    case DType::Complex32:
        return convertComplex<std::uint16_t>(chunk, out);
    case DType::Complex64:
        return convertComplex<float>(chunk, out);
    case DType::Complex128:
        return convertComplex<double>(chunk, out);
    case DType::Float8E4M3FN:
        return convertTable<float8e4m3fnToFloat>(chunk, out);
    case DType::Float8E5M2:
        return convertTable<float8e5m2ToFloat>(chunk, out);
    case DType::Float8E8M0:
        return convertTable<float8e8m0ToFloat>(chunk, out);
    case DType::HiFloat8:
        return convertTable<hifloat8ToFloat>(chunk, out);
    case DType::Float8E4M3FNUZ:
        return convertTable<float8e4m3fnuzToFloat>(chunk, out);
    case DType::Float8E5M2FNUZ:
        return convertTable<float8e5m2fnuzToFloat>(chunk, out);
    case DType::Float8E4M3:
        return convertTable<float8e4m3ToFloat>(chunk, out);
    case DType::Float8E3M4:
        return convertTable<float8e3m4ToFloat>(chunk, out);
    case DType::Float8E4M3B11FNUZ:
        return convertTable<float8e4m3b11fnuzToFloat>(chunk, out);
    default:
        return convertCodes(chunk, out);
    }
}

} // namespace

void toDouble(const ElementChunk& chunk, double* out)
{
    convert(chunk, out);
}

void toFloat(const ElementChunk& chunk, float* out)
{
    convert(chunk, out);
}

} // namespace dumpscope::core
