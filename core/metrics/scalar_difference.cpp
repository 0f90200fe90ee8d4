// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/scalar_difference.h"
#include "tensor/float_codes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace dumpscope::core {
namespace {

/// A NumPy type for arithmetic.
struct NumpyType {
    bool isFloat = false;
    bool isSigned = true;
    int bits = 64;
};

NumpyType typeOf(DType dtype)
{
    const DTypeInfo& info = dtypeInfo(dtype);
    switch (info.kind) {
    case DTypeClass::Signed:
        return {false, true, std::max<int>(info.bits, 8)};
    case DTypeClass::Unsigned:
        return {false, false, std::max<int>(info.bits, 8)};
    case DTypeClass::Float:
        // What NumPy lacks was widened to float32 when it was loaded.
        return {true, true, dtype == DType::Float16 || dtype == DType::Float64 ? info.bits : 32};
    default:
        return {true, true, 64};
    }
}

/// numpy.result_type.
NumpyType promoted(NumpyType a, NumpyType b)
{
    constexpr int kWidest = 64;
    if (a.isFloat && b.isFloat)
        return {true, true, std::max(a.bits, b.bits)};
    if (a.isFloat != b.isFloat) {
        const NumpyType& real = a.isFloat ? a : b;
        const NumpyType& integer = a.isFloat ? b : a;
        // The smallest floating-point type that holds the integers: twice their bits.
        return {true, true, std::min(kWidest, std::max(real.bits, 2 * integer.bits))};
    }
    if (a.isSigned == b.isSigned)
        return {false, a.isSigned, std::max(a.bits, b.bits)};
    const int wanted = std::max(a.isSigned ? a.bits : 2 * a.bits, b.isSigned ? b.bits : 2 * b.bits);
    if (wanted > kWidest)
        return {true, true, kWidest};
    return {false, true, wanted};
}

/// Two's complement of `bits` bits.
double wrapped(std::uint64_t difference, const NumpyType& type)
{
    const auto unused = static_cast<unsigned>(64 - type.bits);
    const std::uint64_t top = difference << unused;
    if (!type.isSigned)
        return static_cast<double>(top >> unused);
    const auto value = std::bit_cast<std::int64_t>(top) >> unused;
    const auto magnitude
        = value < 0 ? 0U - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    // The smallest number has no absolute value in its type.
    const bool isSmallest = magnitude == std::uint64_t {1} << static_cast<unsigned>(type.bits - 1);
    return isSmallest ? static_cast<double>(value) : static_cast<double>(magnitude);
}

std::uint64_t integerOf(double value)
{
    return value < 0 ? 0U - static_cast<std::uint64_t>(-value) : static_cast<std::uint64_t>(value);
}

} // namespace

double numpyScalarDifference(DType target, double x, DType golden, double y)
{
    const NumpyType type = promoted(typeOf(target), typeOf(golden));
    if (!type.isFloat)
        return wrapped(integerOf(x) - integerOf(y), type);
    const double difference = std::fabs(x - y);
    if (type.bits == 16)
        return static_cast<double>(halfToFloat(floatToHalf(static_cast<float>(difference))));
    if (type.bits == 32)
        return static_cast<double>(std::fabs(static_cast<float>(x) - static_cast<float>(y)));
    return difference;
}

} // namespace dumpscope::core
