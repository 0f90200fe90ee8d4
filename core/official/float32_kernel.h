// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

#include <array>
#include <cmath>
#include <cstddef>

/// The inner loops of profile msaccucmp: float32 as NumPy computes it, one set written with Highway,
/// one scalar twin with the same bits.
namespace dumpscope::core::kernel {

/// Values that are summed together over one leaf of NumPy's tree.
template<std::size_t N> struct Float32Sums {
    std::array<float, N> sum {};
    Float32Sums& operator+=(const Float32Sums& right)
    {
        for (std::size_t i = 0; i < N; ++i)
            sum[i] += right.sum[i];
        return *this;
    }
};

/// First pass: x², y², (x-y)², |x-y|, r (ratioError). The maxima are valid unless there is a NaN, which the
/// sums show.
struct ErrorLeaf {
    Float32Sums<5> sums;
    float maxAbsolute = 0, maxRelative = 0;
    enum : std::size_t { XX, YY, DD, Absolute, Relative };
};
/// How a side becomes a distribution before it is divided by its sum: max((v - low) / range, eps).
struct Float32Normaliser {
    float low = 0;
    float range = 1;
};
/// Second pass: (x/‖x‖)·(y/‖y‖) and the two normalised sides.
struct ShareLeaf {
    float targetNorm = 1, goldenNorm = 1;
    Float32Normaliser target, golden;
    enum : std::size_t { Cosine, TargetShare, GoldenShare };
};
/// Third pass: p·ln(p/q).
struct DivergenceLeaf {
    Float32Normaliser target, golden;
    float targetSum = 1, goldenSum = 1;
};

struct Float32Kernels {
    /// Elements as float32: the real part of complex numbers, 0 and 1 of booleans.
    void (*decode)(const ElementChunk& chunk, float* out);
    /// Leaves of at most kNumpyLeaf elements.
    void (*errors)(const float* x, const float* y, std::size_t count, ErrorLeaf& leaf);
    Float32Sums<3> (*shares)(const float* x, const float* y, std::size_t count, const ShareLeaf& of);
    Float32Sums<1> (*divergence)(const float* x, const float* y, std::size_t count, const DivergenceLeaf& of);
};

[[nodiscard]] const Float32Kernels& scalarFloat32Kernels();
[[nodiscard]] const Float32Kernels& vectorFloat32Kernels();

/// The order in which NumPy adds its eight running sums.
[[nodiscard]] inline float addLanes(const std::array<float, 8>& lane)
{
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/// The smallest |y| that is divided by, and what counts as zero in float32 (docs/formats/comparison.md 1.1).
inline constexpr float kTinyGolden = 0x1p-52F;
inline constexpr float kSmallestShare = 0x1p-23F;

// What one element adds, shared by the scalar twin and the ends of the vector loops.
[[nodiscard]] inline float ratioError(float x, float y)
{
    return std::fabs(y) > kTinyGolden ? std::fabs(x / y - 1) : 0.0F;
}
[[nodiscard]] inline float shareOf(float value, const Float32Normaliser& by)
{
    const float share = (value - by.low) / by.range;
    return share > kSmallestShare ? share : kSmallestShare;
}
/// NumPy's float32 logarithm of a positive normal number: a quotient of polynomials with fused
/// multiplications, equal to the last bit.
struct NumpyLog {
    static constexpr float kSqrtTwo = 1.41421356237309504880F;
    static constexpr float kLnTwo = 0.69314718055994530942F;
    static constexpr std::array<float, 6> kNumerator {0.0F, 9.999999999999998702752e-01F,
        2.112677543073053063722e+00F, 1.480000633576506585156e+00F, 3.808837741388407920751e-01F,
        2.589979117907922693523e-02F};
    static constexpr std::array<float, 6> kDenominator {1.0F, 2.612677543073109236779e+00F,
        2.453006071784736363091e+00F, 9.864942958519418960339e-01F, 1.546476374983906719538e-01F,
        5.875095403124574342950e-03F};

    [[nodiscard]] static float of(float value);
};

} // namespace dumpscope::core::kernel
