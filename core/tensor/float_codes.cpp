// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/float_codes.h"

#include "tensor/dtype.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kInfinityBits = 0x7F800000U;
constexpr std::uint32_t kQuietNan = 0x7FC00000U;

/// 2^exponent as float bits, subnormal where needed; exponent in [-149, 127].
constexpr std::uint32_t powerOfTwo(int exponent)
{
    return exponent >= -126 ? static_cast<std::uint32_t>(exponent + 127) << 23
                            : 1U << static_cast<unsigned>(exponent + 149);
}

constexpr float scaled(std::uint32_t mantissa, int exponent)
{
    return static_cast<float>(mantissa) * std::bit_cast<float>(powerOfTwo(exponent));
}

constexpr float withSign(float magnitude, bool negative)
{
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | (negative ? 0x80000000U : 0U));
}

constexpr float decodeE4M3(std::uint8_t code)
{
    const std::uint32_t exponent = (code >> 3U) & 0xFU;
    const std::uint32_t mantissa = code & 7U;
    const bool negative = (code & 0x80U) != 0;
    if (exponent == 15 && mantissa == 7)
        return withSign(std::bit_cast<float>(kQuietNan), negative);
    if (exponent == 0)
        return withSign(scaled(mantissa, -9), negative);
    return withSign(scaled(8 + mantissa, static_cast<int>(exponent) - 10), negative);
}

constexpr float decodeE5M2(std::uint8_t code)
{
    const std::uint32_t exponent = (code >> 2U) & 0x1FU;
    const std::uint32_t mantissa = code & 3U;
    const bool negative = (code & 0x80U) != 0;
    if (exponent == 31)
        return withSign(std::bit_cast<float>(mantissa == 0 ? kInfinityBits : kQuietNan), negative);
    if (exponent == 0)
        return withSign(scaled(mantissa, -16), negative);
    return withSign(scaled(4 + mantissa, static_cast<int>(exponent) - 17), negative);
}

constexpr float decodeE8M0(std::uint8_t code)
{
    return std::bit_cast<float>(code == 0xFFU ? kQuietNan : powerOfTwo(static_cast<int>(code) - 127));
}

// docs/formats/ascend-dump-binary.md 4, table of HiFloat8 prefixes.
constexpr float decodeHiFloat8(std::uint8_t code)
{
    const bool negative = (code & 0x80U) != 0;
    const std::uint32_t x = code & 0x7FU;
    if (x == 0)
        return std::bit_cast<float>(negative ? kQuietNan : 0U);
    if (x == 0x6F)
        return withSign(std::bit_cast<float>(kInfinityBits), negative);
    if (x < 8)
        return withSign(std::bit_cast<float>(powerOfTwo(static_cast<int>(x) - 23)), negative);
    if (x < 16)
        return withSign(scaled(8 + (x & 7U), -3), negative);
    // Prefix 11, 10, 01, 001 announces 4, 3, 2, 1 exponent bits.
    const unsigned exponentBits = x >= 32 ? (x >> 5U) + 1 : 1;
    const unsigned prefixBits = exponentBits == 1 ? 3 : 2;
    const unsigned mantissaBits = 7 - prefixBits - exponentBits;
    const std::uint32_t field = (x >> mantissaBits) & ((1U << exponentBits) - 1);
    const std::uint32_t top = 1U << (exponentBits - 1);
    const int magnitude = static_cast<int>(field | top);
    const int exponent = (field & top) != 0 ? -magnitude : magnitude;
    const std::uint32_t mantissa = x & ((1U << mantissaBits) - 1);
    const auto shift = static_cast<int>(mantissaBits);
    return withSign(scaled((1U << mantissaBits) + mantissa, exponent - shift), negative);
}

template<float (*decode)(std::uint8_t)> constexpr std::array<float, 256> makeTable()
{
    std::array<float, 256> table {};
    for (unsigned code = 0; code < 256; ++code)
        table[code] = decode(static_cast<std::uint8_t>(code));
    return table;
}

constexpr auto kE4M3 = makeTable<decodeE4M3>();
constexpr auto kE5M2 = makeTable<decodeE5M2>();
constexpr auto kE8M0 = makeTable<decodeE8M0>();
constexpr auto kHiFloat8 = makeTable<decodeHiFloat8>();

} // namespace

float halfToFloat(std::uint16_t bits)
{
    const std::uint32_t exponent = bits & 0x7C00U;
    const std::uint32_t mantissa = bits & 0x03FFU;
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16U;
    std::uint32_t magnitude = 0;
    if (exponent == 0x7C00U)
        magnitude = kInfinityBits | (mantissa << 13U);
    else if (exponent == 0)
        magnitude = std::bit_cast<std::uint32_t>(static_cast<float>(mantissa) * 0x1p-24F);
    else
        magnitude = ((bits & 0x7FFFU) << 13U) + (112U << 23U);
    return std::bit_cast<float>(magnitude | sign);
}

std::uint16_t floatToHalf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16U) & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    if (magnitude > kInfinityBits) // keep the upper payload bits; stay a NaN if they are zero
        return static_cast<std::uint16_t>(sign | 0x7E00U | ((magnitude >> 13U) & 0x3FFU));
    constexpr std::uint32_t kOverflow = 0x477FF000U; // 65520 and more round to infinity
    if (magnitude >= kOverflow)
        return static_cast<std::uint16_t>(sign | 0x7C00U);
    constexpr std::uint32_t kSmallestNormal = 0x38800000U;
    if (magnitude < kSmallestNormal) {
        // Adding 0.5 leaves the subnormal half in the low bits, rounded to nearest even by the FPU.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000U));
    }
    const std::uint32_t odd = (magnitude >> 13U) & 1U;
    const std::uint32_t rounded = magnitude - (112U << 23U) + 0xFFFU + odd;
    return static_cast<std::uint16_t>(sign | (rounded >> 13U));
}

float bfloat16ToFloat(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

std::uint16_t floatToBfloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7FFFFFFFU) > kInfinityBits)
        return static_cast<std::uint16_t>((bits >> 16U) | 0x0040U);
    return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U);
}

float float8e4m3fnToFloat(std::uint8_t bits)
{
    return kE4M3[bits];
}

float float8e5m2ToFloat(std::uint8_t bits)
{
    return kE5M2[bits];
}

float float8e8m0ToFloat(std::uint8_t bits)
{
    return kE8M0[bits];
}

float hifloat8ToFloat(std::uint8_t bits)
{
    return kHiFloat8[bits];
}

namespace {

/// As IEEE 754 has it for wider types: the largest exponent is that of infinities and NaN.
float ieeeToFloat(std::uint8_t bits, int mantissaBits, int bias)
{
    const int exponent = (bits & 0x7F) >> mantissaBits;
    const int mantissa = bits & ((1 << mantissaBits) - 1);
    const bool isLargest = exponent == 0x7F >> mantissaBits;
    const int significand = exponent == 0 ? mantissa : mantissa + (1 << mantissaBits);
    const float finite
        = std::ldexp(static_cast<float>(significand), std::max(exponent, 1) - bias - mantissaBits);
    const float magnitude = !isLargest ? finite
        : mantissa == 0                ? std::numeric_limits<float>::infinity()
                                       : std::numeric_limits<float>::quiet_NaN();
    return (bits & 0x80U) != 0 ? -magnitude : magnitude;
}

/// Without infinities and negative zero; the bias is larger than usual.
float fnuzToFloat(std::uint8_t bits, int mantissaBits, int bias)
{
    constexpr std::uint8_t kNan = 0x80;
    if (bits == kNan)
        return std::numeric_limits<float>::quiet_NaN();
    const int exponent = (bits & 0x7F) >> mantissaBits;
    const int mantissa = bits & ((1 << mantissaBits) - 1);
    const int significand = exponent == 0 ? mantissa : mantissa + (1 << mantissaBits);
    const float magnitude
        = std::ldexp(static_cast<float>(significand), std::max(exponent, 1) - bias - mantissaBits);
    return (bits & 0x80U) != 0 ? -magnitude : magnitude;
}

} // namespace

float float8e4m3fnuzToFloat(std::uint8_t bits)
{
    return fnuzToFloat(bits, 3, 8);
}

float float8e5m2fnuzToFloat(std::uint8_t bits)
{
    return fnuzToFloat(bits, 2, 16);
}

float float8e4m3b11fnuzToFloat(std::uint8_t bits)
{
    return fnuzToFloat(bits, 3, 11);
}

float float8e4m3ToFloat(std::uint8_t bits)
{
    return ieeeToFloat(bits, 3, 7);
}

float float8e3m4ToFloat(std::uint8_t bits)
{
    return ieeeToFloat(bits, 4, 3);
}

} // namespace dumpscope::core
