// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
/// Sums of the Kullback-Leibler divergence: p and q before they are normalised.
struct DivergenceSums {
    Lanes p {}, q {}, plogpq {};
};
/// How one side becomes a distribution: max((v - low) * factor, floor).
struct Normaliser {
    double low = 0;
    double factor = 1;
};
/// Smallest share of an element before normalising: the epsilon of float32 (comparison 1.1).
inline constexpr double kDivergenceFloor = 0x1p-23;

/// All functions take finite values (except isFinite), start at lane 0 and continue what they find
/// in their results.
struct PairKernels {
    bool (*isFinite)(const double* x, std::size_t count);
    void (*subtract)(const double* x, const double* y, std::size_t count, double* d);
    /// `scale` is a power of two for the sums only.
    void (*errors)(const double* d, std::size_t count, double scale, ErrorSums& sums);
    void (*products)(const double* x, const double* y, std::size_t count, double scale, ProductSums& sums);
    void (*relative)(const double* d, const double* y, std::size_t count, RelativeSums& sums);
    /// How many have |d| > atol + rtol * |y|.
    std::uint64_t (*mismatches)(
        const double* d, const double* y, std::size_t count, double atol, double rtol);
    void (*divergence)(const double* x, const double* y, std::size_t count, Normaliser target,
        Normaliser golden, DivergenceSums& sums);
};

[[nodiscard]] const PairKernels& scalarPairKernels();
/// Chosen at run time among what the processor has.
[[nodiscard]] const PairKernels& vectorPairKernels();

/// The fixed order in which lanes are added up.
[[nodiscard]] double totalOf(Lanes lanes);

/// Natural logarithm of a positive normal number by the series of the inverse hyperbolic tangent, to
/// about two units in the last place; only basic operations, so that vectors give the same bits.
struct LogSeries {
    static constexpr double kSqrtHalf = 0.70710678118654752440;
    static constexpr std::uint64_t kSqrtHalfBits = std::bit_cast<std::uint64_t>(kSqrtHalf);
    static constexpr std::uint64_t kExponentBias = 1024; ///< keeps the exponent above zero
    static constexpr std::uint64_t kBias = kExponentBias << 52U;
    static constexpr std::uint64_t kTwoTo52Bits = std::bit_cast<std::uint64_t>(0x1p52);
    static constexpr double kTwoTo52PlusBias = 0x1p52 + 1024;
    static constexpr double kLn2High = 0x1.62e42feep-1; ///< the product with an exponent is exact
    static constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
    /// 2 / (2 i + 3): coefficients of the series behind its first term.
    static constexpr std::array<double, 11> kCoefficients {2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11,
        2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
};

} // namespace dumpscope::core::kernel
