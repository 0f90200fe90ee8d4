// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/float32_kernel.h"

// Vectors of unknown length cannot be kept in arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "official/float32_kernel_vector.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dumpscope::core::kernel {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The logarithm needs fused multiplications in hardware, and at least four lanes.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL                            \
    || HWY_TARGET == HWY_AVX3_ZEN4 || HWY_TARGET == HWY_NEON

constexpr std::size_t kRunning = 8;
using Tag = hn::CappedTag<float, kRunning>;
using Vector = hn::Vec<Tag>;
constexpr std::size_t kWidth = hn::MaxLanes(Tag());
constexpr std::size_t kGroups = kRunning / kWidth;

/// NumPy's leaf: `terms(i)` gives N vectors for elements from i on, `term(i)` N numbers for one.
template<std::size_t N, typename Terms, typename Term>
HWY_INLINE Float32Sums<N> leafSum(std::size_t count, const Terms& terms, const Term& term)
{
    const Tag d;
    Float32Sums<N> result;
    std::size_t i = 0;
    if (count >= kRunning) {
        Vector running[N][kGroups];
        for (std::size_t k = 0; k < N; ++k)
            for (std::size_t g = 0; g < kGroups; ++g)
                running[k][g] = hn::Zero(d);
        for (; i + kRunning <= count; i += kRunning) {
            for (std::size_t g = 0; g < kGroups; ++g) {
                Vector values[N];
                terms(i + g * kWidth, values);
                for (std::size_t k = 0; k < N; ++k)
                    running[k][g] = hn::Add(running[k][g], values[k]);
            }
        }
        for (std::size_t k = 0; k < N; ++k) {
            std::array<float, kRunning> lanes;
            for (std::size_t g = 0; g < kGroups; ++g)
                hn::StoreU(running[k][g], d, lanes.data() + g * kWidth);
            result.sum[k] = addLanes(lanes);
        }
    }
    for (; i < count; ++i) {
        const std::array<float, N> values = term(i);
        for (std::size_t k = 0; k < N; ++k)
            result.sum[k] += values[k];
    }
    return result;
}

HWY_INLINE Vector shares(Vector value, const Float32Normaliser& by)
{
    const Tag d;
    const Vector share = hn::Div(hn::Sub(value, hn::Set(d, by.low)), hn::Set(d, by.range));
    return hn::Max(share, hn::Set(d, kSmallestShare));
}

/// As NumpyLog::of.
HWY_INLINE Vector logarithm(Vector value)
{
    const Tag d;
    const hn::RebindToSigned<Tag> di;
    const auto bits = hn::BitCast(di, value);
    auto exponent = hn::ConvertTo(d, hn::Sub(hn::ShiftRight<23>(bits), hn::Set(di, 127)));
    Vector m = hn::BitCast(d, hn::Or(hn::And(bits, hn::Set(di, 0x007FFFFF)), hn::Set(di, 0x3F800000)));
    const auto isLarge = hn::Gt(m, hn::Set(d, NumpyLog::kSqrtTwo));
    m = hn::IfThenElse(isLarge, hn::Mul(m, hn::Set(d, 0.5F)), m);
    exponent = hn::Add(exponent, hn::IfThenElseZero(isLarge, hn::Set(d, 1.0F)));
    const Vector f = hn::Sub(m, hn::Set(d, 1.0F));
    Vector numerator = hn::Set(d, NumpyLog::kNumerator[5]);
    Vector denominator = hn::Set(d, NumpyLog::kDenominator[5]);
    for (std::size_t i = 5; i-- > 0;) {
        numerator = hn::MulAdd(f, numerator, hn::Set(d, NumpyLog::kNumerator[i]));
        denominator = hn::MulAdd(f, denominator, hn::Set(d, NumpyLog::kDenominator[i]));
    }
    return hn::MulAdd(exponent, hn::Set(d, NumpyLog::kLnTwo), hn::Div(numerator, denominator));
}

void errors(const float* x, const float* y, std::size_t count, ErrorLeaf& leaf)
{
    const Tag d;
    Vector maxAbsolute = hn::Zero(d);
    Vector maxRelative = hn::Zero(d);
    leaf.sums = leafSum<5>(
        count,
        [&](std::size_t i, Vector* terms) HWY_ATTR {
            const Vector a = hn::LoadU(d, x + i);
            const Vector b = hn::LoadU(d, y + i);
            const Vector difference = hn::Sub(a, b);
            const Vector absolute = hn::Abs(difference);
            const Vector ratio = hn::Abs(hn::Sub(hn::Div(a, b), hn::Set(d, 1.0F)));
            const Vector relative = hn::IfThenElseZero(hn::Gt(hn::Abs(b), hn::Set(d, kTinyGolden)), ratio);
            maxAbsolute = hn::Max(maxAbsolute, absolute);
            maxRelative = hn::Max(maxRelative, relative);
            terms[0] = hn::Mul(a, a);
            terms[1] = hn::Mul(b, b);
            terms[2] = hn::Mul(difference, difference);
            terms[3] = absolute;
            terms[4] = relative;
        },
        [&](std::size_t i) -> std::array<float, 5> {
            const float difference = x[i] - y[i];
            const float absolute = std::fabs(difference);
            const float relative = ratioError(x[i], y[i]);
            leaf.maxAbsolute = leaf.maxAbsolute < absolute ? absolute : leaf.maxAbsolute;
            leaf.maxRelative = leaf.maxRelative < relative ? relative : leaf.maxRelative;
            return {x[i] * x[i], y[i] * y[i], difference * difference, absolute, relative};
        });
    const float absolute = hn::GetLane(hn::MaxOfLanes(d, maxAbsolute));
    const float relative = hn::GetLane(hn::MaxOfLanes(d, maxRelative));
    leaf.maxAbsolute = leaf.maxAbsolute < absolute ? absolute : leaf.maxAbsolute;
    leaf.maxRelative = leaf.maxRelative < relative ? relative : leaf.maxRelative;
}

Float32Sums<3> allShares(const float* x, const float* y, std::size_t count, const ShareLeaf& of)
{
    const Tag d;
    return leafSum<3>(
        count,
        [&](std::size_t i, Vector* terms) HWY_ATTR {
            const Vector a = hn::LoadU(d, x + i);
            const Vector b = hn::LoadU(d, y + i);
            terms[0] = hn::Mul(hn::Div(a, hn::Set(d, of.targetNorm)), hn::Div(b, hn::Set(d, of.goldenNorm)));
            terms[1] = shares(a, of.target);
            terms[2] = shares(b, of.golden);
        },
        [&](std::size_t i) -> std::array<float, 3> {
            return {(x[i] / of.targetNorm) * (y[i] / of.goldenNorm), shareOf(x[i], of.target),
                shareOf(y[i], of.golden)};
        });
}

Float32Sums<1> divergence(const float* x, const float* y, std::size_t count, const DivergenceLeaf& of)
{
    const Tag d;
    return leafSum<1>(
        count,
        [&](std::size_t i, Vector* terms) HWY_ATTR {
            const Vector p = hn::Div(shares(hn::LoadU(d, x + i), of.target), hn::Set(d, of.targetSum));
            const Vector q = hn::Div(shares(hn::LoadU(d, y + i), of.golden), hn::Set(d, of.goldenSum));
            terms[0] = hn::Mul(p, logarithm(hn::Div(p, q)));
        },
        [&](std::size_t i) -> std::array<float, 1> {
            const float p = shareOf(x[i], of.target) / of.targetSum;
            const float q = shareOf(y[i], of.golden) / of.goldenSum;
            return {p * NumpyLog::of(p / q)};
        });
}

void decode(const ElementChunk& chunk, float* out)
{
    const Tag d;
    std::size_t i = 0;
    const auto count = static_cast<std::size_t>(chunk.count);
    if (chunk.dtype == DType::Float16) {
        const hn::Rebind<hwy::float16_t, Tag> dh;
        const hn::Repartition<std::uint8_t, decltype(dh)> bytes;
        for (; i + kWidth <= count; i += kWidth) {
            const auto raw = hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(chunk.data) + 2 * i);
            hn::StoreU(hn::PromoteTo(d, hn::BitCast(dh, raw)), d, out + i);
        }
    } else if (chunk.dtype == DType::BFloat16) {
        const hn::Rebind<std::uint32_t, Tag> wide;
        const hn::Rebind<std::uint16_t, Tag> narrow;
        const hn::Repartition<std::uint8_t, decltype(narrow)> bytes;
        for (; i + kWidth <= count; i += kWidth) {
            const auto raw = hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(chunk.data) + 2 * i);
            const auto bits = hn::ShiftLeft<16>(hn::PromoteTo(wide, hn::BitCast(narrow, raw)));
            hn::StoreU(hn::BitCast(d, bits), d, out + i);
        }
    }
    if (i == count)
        return;
    ElementChunk rest = chunk;
    rest.count -= i;
    rest.data += i * unpackedBytes(chunk.dtype);
    scalarFloat32Kernels().decode(rest, out + i);
}

const Float32Kernels& kernels()
{
    static constexpr Float32Kernels all {decode, errors, allShares, divergence};
    return all;
}

#else

const Float32Kernels& kernels()
{
    return scalarFloat32Kernels();
}

#endif

} // namespace HWY_NAMESPACE
} // namespace dumpscope::core::kernel
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dumpscope::core::kernel {

HWY_EXPORT(kernels);

const Float32Kernels& vectorFloat32Kernels()
{
    return HWY_DYNAMIC_DISPATCH(kernels)();
}

} // namespace dumpscope::core::kernel
#endif
