// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/float32_kernel.h"
#include "tensor/element_convert.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace dumpscope::core::kernel {
namespace {

/// NumPy's leaf: eight running sums from eight elements on, the rest one by one.
template<std::size_t N, typename Terms> Float32Sums<N> leafSum(std::size_t count, const Terms& terms)
{
    constexpr std::size_t kRunning = 8;
    Float32Sums<N> result;
    std::size_t i = 0;
    if (count >= kRunning) {
        std::array<std::array<float, kRunning>, N> lanes {};
        for (; i + kRunning <= count; i += kRunning) {
            for (std::size_t lane = 0; lane < kRunning; ++lane) {
                const std::array<float, N> term = terms(i + lane);
                for (std::size_t k = 0; k < N; ++k)
                    lanes[k][lane] += term[k];
            }
        }
        for (std::size_t k = 0; k < N; ++k)
            result.sum[k] = addLanes(lanes[k]);
    }
    for (; i < count; ++i) {
        const std::array<float, N> term = terms(i);
        for (std::size_t k = 0; k < N; ++k)
            result.sum[k] += term[k];
    }
    return result;
}

void errors(const float* x, const float* y, std::size_t count, ErrorLeaf& leaf)
{
    leaf.sums = leafSum<5>(count, [&](std::size_t i) -> std::array<float, 5> {
        const float d = x[i] - y[i];
        const float absolute = std::fabs(d);
        const float relative = ratioError(x[i], y[i]);
        leaf.maxAbsolute = std::max(leaf.maxAbsolute, absolute);
        leaf.maxRelative = std::max(leaf.maxRelative, relative);
        return {x[i] * x[i], y[i] * y[i], d * d, absolute, relative};
    });
}

Float32Sums<3> shares(const float* x, const float* y, std::size_t count, const ShareLeaf& of)
{
    return leafSum<3>(count, [&](std::size_t i) -> std::array<float, 3> {
        return {(x[i] / of.targetNorm) * (y[i] / of.goldenNorm), shareOf(x[i], of.target),
            shareOf(y[i], of.golden)};
    });
}

Float32Sums<1> divergence(const float* x, const float* y, std::size_t count, const DivergenceLeaf& of)
{
    return leafSum<1>(count, [&](std::size_t i) -> std::array<float, 1> {
        const float p = shareOf(x[i], of.target) / of.targetSum;
        const float q = shareOf(y[i], of.golden) / of.goldenSum;
        return {p * NumpyLog::of(p / q)};
    });
}

/// The first of each pair of parts.
void realParts(const ElementChunk& chunk, DType part, float* out)
{
    ElementChunk halves = chunk;
    halves.dtype = part;
    halves.count *= 2;
    std::vector<float> both(halves.count);
    toFloat(halves, both.data());
    for (std::uint64_t i = 0; i < chunk.count; ++i)
        out[i] = both[2 * i];
}

void decode(const ElementChunk& chunk, float* out)
{
    switch (chunk.dtype) {
    case DType::Complex32:
        return realParts(chunk, DType::Float16, out);
    case DType::Complex64:
        return realParts(chunk, DType::Float32, out);
    case DType::Complex128:
        return realParts(chunk, DType::Float64, out);
    default:
        return toFloat(chunk, out);
    }
}

} // namespace

float NumpyLog::of(float value)
{
    // value = m * 2^e with m from half the root of two up to it.
    const auto bits = std::bit_cast<std::int32_t>(value);
    std::int32_t exponent = (bits >> 23) - 127;
    auto m = std::bit_cast<float>((bits & 0x007FFFFF) | 0x3F800000);
    if (m > kSqrtTwo) {
        m *= 0.5F;
        ++exponent;
    }
    const float f = m - 1;
    float numerator = kNumerator[5];
    float denominator = kDenominator[5];
    for (std::size_t i = 5; i-- > 0;) {
        numerator = std::fma(f, numerator, kNumerator[i]);
        denominator = std::fma(f, denominator, kDenominator[i]);
    }
    return std::fma(static_cast<float>(exponent), kLnTwo, numerator / denominator);
}

const Float32Kernels& scalarFloat32Kernels()
{
    static constexpr Float32Kernels kernels {decode, errors, shares, divergence};
    return kernels;
}

} // namespace dumpscope::core::kernel
