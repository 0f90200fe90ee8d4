// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ulp.h"

#include "tensor/float_codes.h"
#include "tensor/statistics_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace dumpscope::core {
namespace {

DType partOf(DType dtype)
{
    switch (dtype) {
    case DType::Complex32:
        return DType::Float16;
    case DType::Complex64:
        return DType::Float32;
    case DType::Complex128:
        return DType::Float64;
    default:
        return dtype;
    }
}

/// Binary digits of the significand; integers have more than any floating-point type.
int digitsOf(DType dtype)
{
    switch (dtype) {
    case DType::Float8E8M0:
        return 1;
    case DType::Float8E5M2:
    case DType::Float8E5M2FNUZ:
        return 3;
    case DType::Float8E4M3FN:
    case DType::Float8E4M3FNUZ:
    case DType::Float8E4M3:
    case DType::Float8E4M3B11FNUZ:
    case DType::HiFloat8:
        return 4;
    case DType::Float8E3M4:
        return 5;
    case DType::BFloat16:
        return 8;
    case DType::Float16:
        return 11;
    case DType::Float32:
        return 24;
    case DType::Float64:
        return 53;
    default:
        return 64;
    }
}

float decodeByte(DType dtype, std::uint8_t code)
{
    switch (dtype) {
    case DType::Float8E8M0:
        return float8e8m0ToFloat(code);
    case DType::Float8E5M2:
        return float8e5m2ToFloat(code);
    case DType::Float8E4M3FN:
        return float8e4m3fnToFloat(code);
    case DType::Float8E4M3FNUZ:
        return float8e4m3fnuzToFloat(code);
    case DType::Float8E5M2FNUZ:
        return float8e5m2fnuzToFloat(code);
    case DType::Float8E4M3:
        return float8e4m3ToFloat(code);
    case DType::Float8E3M4:
        return float8e3m4ToFloat(code);
    case DType::Float8E4M3B11FNUZ:
        return float8e4m3b11fnuzToFloat(code);
    default:
        return hifloat8ToFloat(code);
    }
}

std::vector<double> codesOf(DType dtype)
{
    std::vector<double> codes;
    for (unsigned code = 0; code < 256; ++code) {
        const double value = decodeByte(dtype, static_cast<std::uint8_t>(code));
        if (std::isfinite(value))
            codes.push_back(value);
    }
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return codes;
}

/// Place of the code nearest to the value, the smaller of two that are equally near.
std::int64_t placeOf(const std::vector<double>& codes, double value)
{
    const auto above = std::lower_bound(codes.begin(), codes.end(), value);
    if (above == codes.begin())
        return 0;
    const auto place = above - codes.begin();
    if (above == codes.end() || value - *(above - 1) <= *above - value)
        return place - 1;
    return place;
}

/// Zero for both zeros; the rest in the order of the numbers.
template<typename Pattern> std::int64_t keyWithoutSign(Pattern pattern)
{
    const std::int64_t key = kernel::floatKey(pattern);
    return key < 0 ? key + 1 : key;
}

double apart(std::int64_t a, std::int64_t b)
{
    // The difference of keys of opposite sign can exceed 2^63.
    const auto low = static_cast<std::uint64_t>(std::min(a, b));
    const auto high = static_cast<std::uint64_t>(std::max(a, b));
    return static_cast<double>(high - low);
}

} // namespace

UlpMeter::UlpMeter(DType target, DType golden)
{
    const DType x = partOf(target);
    const DType y = partOf(golden);
    m_type = digitsOf(x) <= digitsOf(y) ? x : y;
    if (digitsOf(m_type) <= 4)
        m_codes = codesOf(m_type);
}

double shortFloatsApart(DType dtype, double x, double y)
{
    const auto key = [dtype](double value) {
        const auto rounded = static_cast<float>(value);
        if (dtype == DType::Float16)
            return keyWithoutSign(std::bit_cast<std::int16_t>(floatToHalf(rounded)));
        if (dtype == DType::BFloat16)
            return keyWithoutSign(std::bit_cast<std::int16_t>(floatToBfloat16(rounded)));
        return keyWithoutSign(std::bit_cast<std::int32_t>(rounded));
    };
    return apart(key(x), key(y));
}

double UlpMeter::distance(double x, double y) const
{
    if (isShortFloat(m_type))
        return shortFloatsApart(m_type, x, y);
    if (m_type == DType::Float64)
        return apart(
            keyWithoutSign(std::bit_cast<std::int64_t>(x)), keyWithoutSign(std::bit_cast<std::int64_t>(y)));
    if (m_codes.empty())
        return std::fabs(x - y);
    return apart(placeOf(m_codes, x), placeOf(m_codes, y));
}

} // namespace dumpscope::core
