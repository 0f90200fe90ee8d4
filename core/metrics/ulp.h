// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dtype.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// The floating-point types of 16 and 32 bits: their distances fit float64 exactly.
[[nodiscard]] constexpr bool isShortFloat(DType dtype)
{
    return dtype == DType::Float16 || dtype == DType::BFloat16 || dtype == DType::Float32;
}
/// Distance of two finite values in representable numbers of such a type, to which both are rounded.
[[nodiscard]] double shortFloatsApart(DType dtype, double x, double y);

/// Distance of two finite values in representable numbers of one type: of their own if both sides
/// have the same, else of the coarser of the two (fewer digits), to which the finer one is rounded.
/// Integers and bool count steps of one, also against a floating-point type: then of that type. Both
/// zeros are the same number. Complex types count in their parts.
class UlpMeter {
public:
    UlpMeter(DType target, DType golden);
    /// Values as float64 (integers beyond 2^53 should be given as their difference and zero).
    [[nodiscard]] double distance(double x, double y) const;
    /// Of real and imaginary part: the larger distance.
    [[nodiscard]] double complexDistance(const double* x, const double* y) const
    {
        return std::max(distance(x[0], y[0]), distance(x[1], y[1]));
    }
    [[nodiscard]] DType type() const { return m_type; }

private:
    DType m_type = DType::Float64;
    std::vector<double> m_codes; ///< all values of an 8-bit floating type, ascending
};

} // namespace dumpscope::core
