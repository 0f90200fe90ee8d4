// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_element_error.h"
#include "tensor/element_convert.h"
#include "tensor/float_codes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace dumpscope::core {

namespace {

bool isIntegerOf(const DTypeInfo& info, unsigned mostBits)
{
    return (info.kind == DTypeClass::Signed || info.kind == DTypeClass::Unsigned
               || info.kind == DTypeClass::Bool)
        && info.bits <= mostBits;
}

bool isFloatOf(const DTypeInfo& info, unsigned mostBits)
{
    return info.kind == DTypeClass::Float && info.bits <= mostBits;
}

/// The low bits of an element of `bits`, the rest as its sign says.
std::uint64_t integerAt(const ElementChunk& chunk, std::uint64_t index, unsigned bits, bool isSigned)
{
    std::uint64_t value = 0;
    std::memcpy(&value, chunk.data + index * (bits / 8), bits / 8);
    if (isSigned && bits < 64 && (value >> (bits - 1)) != 0)
        value |= ~std::uint64_t {0} << bits;
    return value;
}

double asDouble(std::uint64_t value, bool isSigned)
{
    return isSigned ? static_cast<double>(static_cast<std::int64_t>(value)) : static_cast<double>(value);
}

double finiteOrNan(double value)
{
    return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

MsaccucmpArithmetic::MsaccucmpArithmetic(DType target, DType golden)
{
    const DTypeInfo &a = dtypeInfo(target), &b = dtypeInfo(golden);
    const auto both = [&](auto&& test) { return test(a) && test(b); };
    const auto isHalfOr
        = [](const DTypeInfo& info) { return info.dtype == DType::Float16 || isIntegerOf(info, 8); };
    const auto isSingleOr
        = [](const DTypeInfo& info) { return isFloatOf(info, 32) || isIntegerOf(info, 16); };
    if (both([](const DTypeInfo& info) { return info.kind == DTypeClass::Bool; })) {
        m_kind = Kind::Truth;
    } else if (target == golden && isIntegerOf(a, 64) && a.bits >= 8) {
        m_kind = Kind::Integer;
        m_bits = static_cast<unsigned>(a.bits);
        m_isSigned = a.kind == DTypeClass::Signed;
    } else if (both(isHalfOr) && (target == DType::Float16 || golden == DType::Float16)) {
        m_kind = Kind::Half;
    } else if (both(isSingleOr) && (isFloatOf(a, 32) || isFloatOf(b, 32))) {
        m_kind = Kind::Single;
    }
}

double MsaccucmpArithmetic::rounded(double value) const
{
    if (m_kind == Kind::Half)
        return static_cast<double>(halfToFloat(floatToHalf(static_cast<float>(value))));
    return m_kind == Kind::Single ? static_cast<double>(static_cast<float>(value)) : value;
}

void MsaccucmpArithmetic::compute(
    const ElementChunk& target, const ElementChunk& golden, std::vector<MsaccucmpElement>& out) const
{
    const std::uint64_t count = std::min(target.count, golden.count);
    std::vector<double> x(target.count), y(golden.count);
    toDouble(target, x.data());
    toDouble(golden, y.data());
    out.resize(count);
    const std::uint64_t mask = m_bits >= 64 ? ~std::uint64_t {0} : (std::uint64_t {1} << m_bits) - 1;
    const auto wrapped = [&](std::uint64_t value) {
        value &= mask;
        if (m_isSigned && m_bits < 64 && (value >> (m_bits - 1)) != 0)
            value |= ~mask;
        return value;
    };
    const auto magnitude
        = [&](std::uint64_t value) { return m_isSigned && (value >> 63U) != 0 ? wrapped(0 - value) : value; };
    for (std::uint64_t i = 0; i < count; ++i) {
        MsaccucmpElement& element = out[i];
        element = {target.first + i, x[i], y[i], 0, 0};
        if (m_kind == Kind::Integer) {
            const std::uint64_t a = integerAt(target, i, m_bits, m_isSigned);
            const std::uint64_t b = integerAt(golden, i, m_bits, m_isSigned);
            element.absolute = asDouble(magnitude(wrapped(a - b)), m_isSigned);
            element.relative = finiteOrNan(element.absolute / asDouble(magnitude(b), m_isSigned));
        } else if (m_kind == Kind::Truth) {
            element.absolute = element.relative = std::numeric_limits<double>::quiet_NaN();
        } else {
            const double a = rounded(x[i]), b = rounded(y[i]);
            const double error = rounded(std::fabs(rounded(a - b)));
            element.absolute = finiteOrNan(error);
            element.relative = finiteOrNan(rounded(error / std::fabs(b)));
        }
    }
}

} // namespace dumpscope::core
