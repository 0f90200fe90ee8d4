// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dtype.h"
#include "tensor/statistics_kernel.h"

#include <cstddef>
#include <cstdint>

/// The inner loops of folds over pairs: one set written with Highway, one scalar twin. Both follow the
/// same definition (16 lanes, no fused multiply-add), so they give the same bits.
namespace dumpscope::core::kernel {

/// Elements that are decoded and folded while they are in the first-level cache; part of the
/// definition of the sums.
inline constexpr std::size_t kPairRun = 1024;

struct ErrorSums {
    Lanes d {}, absolute {}, dd {};
    double maxAbsolute = 0;
};
struct ProductSums {
    Lanes xx {}, yy {}, xy {};
};
struct RelativeSums {
    Lanes relative {};
    double maxRelative = 0;
    std::uint64_t zeros = 0, lost = 0, thousandth = 0, fiveThousandths = 0;
};
struct UlpSums {
    Lanes sum {};
    double max = 0;
};
/// Sums of the Kullback-Leibler divergence of p and q before they are normalised. Where the sides are nearly
/// equal, p - q and what p ln(p / q) exceeds it by would be lost in the rounding of larger sums.
struct DivergenceSums {
    Lanes p {}, pLessQ {}, excess {};
};
/// How one side becomes a distribution: max((v - low) * factor, floor).
struct Normaliser {
    double low = 0;
    double factor = 1;
};
/// Smallest share of an element before normalising: the epsilon of float32 (docs/formats/comparison.md 1.1).
inline constexpr double kDivergenceFloor = 0x1p-23;

/// All functions of values take finite ones (except isFinite and isBelow), start at lane 0 and add to their
/// results.
struct PairKernels {
    bool (*isFinite)(const double* x, std::size_t count);
    /// Whether all |x| < limit; NaN are not.
    bool (*isBelow)(const double* x, std::size_t count, double limit);
    void (*subtract)(const double* x, const double* y, std::size_t count, double* d);
    /// `scale` is a power of two for the sums only.
    void (*errors)(const double* d, std::size_t count, double scale, ErrorSums& sums);
    void (*products)(const double* x, const double* y, std::size_t count, double scale, ProductSums& sums);
    void (*relative)(const double* d, const double* y, std::size_t count, RelativeSums& sums);
    /// How many have |d| > atol + rtol * |y|.
    std::uint64_t (*mismatches)(
        const double* d, const double* y, std::size_t count, double atol, double rtol);
    /// Distances in representable numbers of a short floating-point type (see isShortFloat).
    void (*ulps)(DType dtype, const double* x, const double* y, std::size_t count, UlpSums& sums);
    /// How many elements of `width` bytes have different bits.
    std::uint64_t (*differences)(
        const std::byte* x, const std::byte* y, std::size_t count, std::size_t width);
    void (*divergence)(const double* x, const double* y, std::size_t count, Normaliser target,
        Normaliser golden, DivergenceSums& sums);
};

[[nodiscard]] const PairKernels& scalarPairKernels();
/// The best instruction set of the processor, chosen at run time.
[[nodiscard]] const PairKernels& vectorPairKernels();

/// Natural logarithm of the quotient p / q of two shares, to about two units in the last place; only basic
/// operations and one division, so that vectors give the same bits. With q' = q * 2^k next to p it is
/// k ln 2 + 2 artanh(s), s = (p - q') / (p + q'). The bits of a positive number are its logarithm with base 2
/// but for 0.0861, so their difference, rounded, is a k for which |s| < 0.2005.
struct LogRatio {
    static constexpr std::uint64_t kHalf = std::uint64_t {1} << 51U; ///< rounds to the next exponent
    static constexpr std::uint64_t kExponent = ~std::uint64_t {0} << 52U;
    static constexpr std::uint64_t kBias = std::uint64_t {1} << 63U; ///< keeps k, as 2048 + k, above zero
    static constexpr std::uint64_t kTwoTo52Bits = std::bit_cast<std::uint64_t>(0x1p52);
    static constexpr double kTwoTo52PlusBias = 0x1p52 + 2048;
    static constexpr double kLn2 = 0.69314718055994530942;
    /// 2 (artanh(s) / s - 1) / s² as a polynomial of s²: Chebyshev's interpolation for s² <= 0.0402 in 60
    /// digits, after which artanh is right to 6e-17 of itself.
    static constexpr std::array<double, 7> kCoefficients {0x1.555555555556ep-1, 0x1.999999997bed9p-2,
        0x1.249249529dd5cp-2, 0x1.c71c3c49cff06p-3, 0x1.746bd7ec3f49dp-3, 0x1.38ffd7ff2ea9cp-3,
        0x1.35b99f3a4cd26p-3};
};

} // namespace dumpscope::core::kernel
