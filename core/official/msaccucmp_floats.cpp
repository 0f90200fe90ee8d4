// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_floats.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Number of exponent bits the prefix of the low seven bits announces; -1 for denormal codes.
int dotBits(unsigned low)
{
    if (low >= 0x60)
        return 4;
    if (low >= 0x40)
        return 3;
    if (low >= 0x20)
        return 2;
    if (low >= 0x10)
        return 1;
    return low >= 0x08 ? 0 : -1;
}

double hifloat8(unsigned code)
{
    const unsigned low = code & 0x7FU;
    const double sign = (code & 0x80U) != 0 ? -1.0 : 1.0;
    if (code == 0)
        return 0.0;
    if (low == 0x6F)
        return kInfinity;
    if (code == 0x80)
        return kNan;
    const int dots = dotBits(low);
    if (dots < 0)
        return sign * std::ldexp(1.0, static_cast<int>(low & 7U) - 23);
    // The format has three mantissa bits at most; this takes one or two too many for short exponents.
    const int mantissaBits = 5 - dots;
    const unsigned mantissa = low & ((1U << static_cast<unsigned>(mantissaBits)) - 1U);
    int exponent = 0;
    if (dots > 0) {
        const unsigned raw
            = low >> static_cast<unsigned>(mantissaBits) & ((1U << static_cast<unsigned>(dots)) - 1U);
        const unsigned half = 1U << static_cast<unsigned>(dots - 1);
        const auto magnitude = static_cast<int>(half + (raw & (half - 1U)));
        exponent = (raw & half) != 0 ? -magnitude : magnitude;
    }
    return sign * std::ldexp(1.0 + std::ldexp(static_cast<double>(mantissa), -mantissaBits), exponent);
}

double shortFloat(unsigned code, int mantissaBits, int bias)
{
    const double sign = (code & 0x80U) != 0 ? -1.0 : 1.0;
    const unsigned mantissa = code & ((1U << static_cast<unsigned>(mantissaBits)) - 1U);
    const auto exponent = static_cast<int>((code & 0x7FU) >> static_cast<unsigned>(mantissaBits));
    const double fraction = std::ldexp(static_cast<double>(mantissa), -mantissaBits);
    return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias)
                         : sign * std::ldexp(1.0 + fraction, exponent - bias);
}

double float8e5m2(unsigned code)
{
    if ((code & 0x7CU) == 0x7C)
        return (code & 3U) != 0 ? kNan : kInfinity;
    return shortFloat(code, 2, 15);
}

} // namespace

bool isMsaccucmpFloat(DType dtype)
{
    return dtype == DType::HiFloat8 || dtype == DType::Float8E5M2 || dtype == DType::Float8E4M3FN;
}

double msaccucmpFloat(DType dtype, std::uint8_t code)
{
    if (dtype == DType::HiFloat8)
        return hifloat8(code);
    return dtype == DType::Float8E5M2 ? float8e5m2(code) : shortFloat(code, 3, 7);
}

Result<Bytes> msaccucmpFloats(DType dtype, ByteSpan codes)
{
    std::array<double, 256> table {};
    for (unsigned code = 0; code < table.size(); ++code)
        table[code] = msaccucmpFloat(dtype, static_cast<std::uint8_t>(code));
    try {
        std::vector<std::byte> values(codes.size() * sizeof(double));
        for (std::size_t i = 0; i < codes.size(); ++i)
            std::memcpy(values.data() + i * sizeof(double), &table[std::to_integer<std::size_t>(codes[i])],
                sizeof(double));
        return Bytes::fromVector(std::move(values));
    } catch (const std::exception&) {
        return fail(Code::OutOfMemory, phrase("no memory for %1 numbers", codes.size()));
    }
}

} // namespace dumpscope::core
