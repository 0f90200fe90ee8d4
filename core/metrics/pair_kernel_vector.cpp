// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/pair_kernel.h"

// Vectors of unknown length cannot be kept in arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/pair_kernel_vector.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dumpscope::core::kernel {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || !HWY_HAVE_FLOAT64

const PairKernels& pairKernels()
{
    return scalarPairKernels();
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, kLanes>;
using Vector = hn::Vec<Tag>;
using Floats = hn::Rebind<float, Tag>;
using Integers = hn::Rebind<std::int32_t, Tag>;
constexpr std::size_t kWidth = hn::MaxLanes(Tag());
constexpr std::size_t kGroups = kLanes / kWidth;

/// Running sums of one quantity in all lanes.
struct RunningSum {
    Vector lanes[kGroups];

    HWY_INLINE explicit RunningSum(const Lanes& from)
    {
        for (std::size_t g = 0; g < kGroups; ++g)
            lanes[g] = hn::LoadU(Tag(), from.data() + g * kWidth);
    }
    HWY_INLINE void add(std::size_t g, Vector value) { lanes[g] = hn::Add(lanes[g], value); }
    HWY_INLINE void store(Lanes& to) const
    {
        for (std::size_t g = 0; g < kGroups; ++g)
            hn::StoreU(lanes[g], Tag(), to.data() + g * kWidth);
    }
};

/// Calls `body(g, i)` for every whole vector; group g holds the elements i of lanes g * kWidth on. The
/// number of elements that were dealt with.
template<typename Body> HWY_INLINE std::size_t overVectors(std::size_t count, const Body& body)
{
    const std::size_t done = count - count % kLanes;
    for (std::size_t i = 0; i < done; i += kLanes)
        for (std::size_t g = 0; g < kGroups; ++g)
            body(g, i + g * kWidth);
    return done;
}

HWY_INLINE double largestOf(Vector values, double soFar)
{
    const double largest = hn::GetLane(hn::MaxOfLanes(Tag(), values));
    return largest > soFar ? largest : soFar;
}

/// Adds 1 to the lanes where the mask is set.
HWY_INLINE Vector counted(Vector counters, hn::Mask<Tag> mask)
{
    return hn::Add(counters, hn::IfThenElseZero(mask, hn::Set(Tag(), 1.0)));
}

HWY_INLINE std::uint64_t total(Vector counters)
{
    return static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(Tag(), counters)));
}

bool isFinite(const double* x, std::size_t count)
{
    const Tag d;
    // A NaN or an infinity makes the difference with itself NaN, which stays.
    Vector traces[kGroups];
    for (std::size_t g = 0; g < kGroups; ++g)
        traces[g] = hn::Zero(d);
    const std::size_t done = overVectors(count, [&](std::size_t g, std::size_t i) HWY_ATTR {
        const Vector value = hn::LoadU(d, x + i);
        traces[g] = hn::Or(traces[g], hn::Sub(value, value));
    });
    for (std::size_t g = 0; g < kGroups; ++g)
        if (!hn::AllTrue(d, hn::Eq(traces[g], hn::Zero(d))))
            return false;
    return scalarPairKernels().isFinite(x + done, count - done);
}

bool isBelow(const double* x, std::size_t count, double limit)
{
    const Tag d;
    const Vector most = hn::Set(d, limit);
    auto within = hn::Eq(most, most);
    const std::size_t done = overVectors(count, [&](std::size_t, std::size_t i) HWY_ATTR {
        within = hn::And(within, hn::Lt(hn::Abs(hn::LoadU(d, x + i)), most));
    });
    return hn::AllTrue(d, within) && scalarPairKernels().isBelow(x + done, count - done, limit);
}

void subtract(const double* x, const double* y, std::size_t count, double* d)
{
    const Tag tag;
    const std::size_t done = overVectors(count, [&](std::size_t, std::size_t i) HWY_ATTR {
        hn::StoreU(hn::Sub(hn::LoadU(tag, x + i), hn::LoadU(tag, y + i)), tag, d + i);
    });
    scalarPairKernels().subtract(x + done, y + done, count - done, d + done);
}

void errors(const double* d, std::size_t count, double scale, ErrorSums& sums)
{
    const Tag tag;
    const Vector factor = hn::Set(tag, scale);
    RunningSum sum(sums.d);
    RunningSum absolute(sums.absolute);
    RunningSum squares(sums.dd);
    Vector largest = hn::Zero(tag);
    const std::size_t done = overVectors(count, [&](std::size_t g, std::size_t i) HWY_ATTR {
        const Vector value = hn::LoadU(tag, d + i);
        const Vector scaled = hn::Mul(value, factor);
        sum.add(g, scaled);
        absolute.add(g, hn::Abs(scaled));
        squares.add(g, hn::Mul(scaled, scaled));
        largest = hn::Max(largest, hn::Abs(value));
    });
    sum.store(sums.d);
    absolute.store(sums.absolute);
    squares.store(sums.dd);
    sums.maxAbsolute = largestOf(largest, sums.maxAbsolute);
    scalarPairKernels().errors(d + done, count - done, scale, sums);
}

void products(const double* x, const double* y, std::size_t count, double scale, ProductSums& sums)
{
    const Tag tag;
    const Vector factor = hn::Set(tag, scale);
    RunningSum xx(sums.xx);
    RunningSum yy(sums.yy);
    RunningSum xy(sums.xy);
    const std::size_t done = overVectors(count, [&](std::size_t g, std::size_t i) HWY_ATTR {
        const Vector a = hn::Mul(hn::LoadU(tag, x + i), factor);
        const Vector b = hn::Mul(hn::LoadU(tag, y + i), factor);
        xx.add(g, hn::Mul(a, a));
        yy.add(g, hn::Mul(b, b));
        xy.add(g, hn::Mul(a, b));
    });
    xx.store(sums.xx);
    yy.store(sums.yy);
    xy.store(sums.xy);
    scalarPairKernels().products(x + done, y + done, count - done, scale, sums);
}

void relative(const double* d, const double* y, std::size_t count, RelativeSums& sums)
{
    const Tag tag;
    const Vector none = hn::Zero(tag);
    RunningSum sum(sums.relative);
    Vector largest = none;
    Vector zeros = none;
    Vector lost = none;
    Vector thousandth = none;
    Vector fiveThousandths = none;
    const std::size_t done = overVectors(count, [&](std::size_t g, std::size_t i) HWY_ATTR {
        const Vector difference = hn::Abs(hn::LoadU(tag, d + i));
        const Vector golden = hn::Abs(hn::LoadU(tag, y + i));
        const auto isZero = hn::Eq(golden, none);
        const auto isLost = hn::And(isZero, hn::Gt(difference, none));
        const Vector error = hn::IfThenZeroElse(isZero, hn::Div(difference, golden));
        sum.add(g, error);
        largest = hn::Max(largest, error);
        zeros = counted(zeros, isZero);
        lost = counted(lost, isLost);
        thousandth = counted(thousandth, hn::AndNot(isLost, hn::Lt(error, hn::Set(tag, 0.001))));
        fiveThousandths = counted(fiveThousandths, hn::AndNot(isLost, hn::Lt(error, hn::Set(tag, 0.005))));
    });
    sum.store(sums.relative);
    sums.maxRelative = largestOf(largest, sums.maxRelative);
    sums.zeros += total(zeros);
    sums.lost += total(lost);
    sums.thousandth += total(thousandth);
    sums.fiveThousandths += total(fiveThousandths);
    scalarPairKernels().relative(d + done, y + done, count - done, sums);
}

std::uint64_t mismatches(const double* d, const double* y, std::size_t count, double atol, double rtol)
{
    const Tag tag;
    Vector found = hn::Zero(tag);
    const std::size_t done = overVectors(count, [&](std::size_t, std::size_t i) HWY_ATTR {
        const Vector allowed
            = hn::Add(hn::Set(tag, atol), hn::Mul(hn::Set(tag, rtol), hn::Abs(hn::LoadU(tag, y + i))));
        found = counted(found, hn::Gt(hn::Abs(hn::LoadU(tag, d + i)), allowed));
    });
    return total(found) + scalarPairKernels().mismatches(d + done, y + done, count - done, atol, rtol);
}

// A number rounded to a short floating-point type: its pattern, with the sign in all bits above kMagnitude.
struct Float32Pattern {
    static constexpr std::int32_t kMagnitude = 0x7FFFFFFF;
    static HWY_INLINE hn::Vec<Integers> of(Vector value)
    {
        return hn::BitCast(Integers(), hn::DemoteTo(Floats(), value));
    }
};
struct BFloat16Pattern {
    static constexpr std::int32_t kMagnitude = 0x7FFF;
    static HWY_INLINE hn::Vec<Integers> of(Vector value)
    {
        const hn::RebindToUnsigned<Integers> du;
        const auto bits = hn::BitCast(du, hn::DemoteTo(Floats(), value));
        // To the nearest, of two equally near ones to the even one.
        const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1U));
        const auto rounded = hn::Add(bits, hn::Add(odd, hn::Set(du, 0x7FFFU)));
        return hn::ShiftRight<16>(hn::BitCast(Integers(), rounded));
    }
};
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
struct Float16Pattern {
    static constexpr std::int32_t kMagnitude = 0x7FFF;
    static HWY_INLINE hn::Vec<Integers> of(Vector value)
    {
        const auto half = hn::DemoteTo(hn::Rebind<hwy::float16_t, Tag>(), hn::DemoteTo(Floats(), value));
        return hn::PromoteTo(Integers(), hn::BitCast(hn::Rebind<std::int16_t, Tag>(), half));
    }
};
#endif

/// Place among the numbers of the type, counted from zero.
template<typename Pattern> HWY_INLINE Vector placeOf(Vector value)
{
    const auto pattern = Pattern::of(value);
    const auto magnitude = hn::And(pattern, hn::Set(Integers(), Pattern::kMagnitude));
    const auto sign = hn::BroadcastSignBit(pattern);
    return hn::PromoteTo(Tag(), hn::Sub(hn::Xor(magnitude, sign), sign));
}

template<typename Pattern>
std::size_t ulpsOf(const double* x, const double* y, std::size_t count, UlpSums& sums)
{
    const Tag tag;
    RunningSum sum(sums.sum);
    Vector largest = hn::Zero(tag);
    const std::size_t done = overVectors(count, [&](std::size_t g, std::size_t i) HWY_ATTR {
        const Vector target = placeOf<Pattern>(hn::LoadU(tag, x + i));
        const Vector golden = placeOf<Pattern>(hn::LoadU(tag, y + i));
        const Vector distance = hn::Abs(hn::Sub(target, golden));
        sum.add(g, distance);
        largest = hn::Max(largest, distance);
    });
    sum.store(sums.sum);
    sums.max = largestOf(largest, sums.max);
    return done;
}

void ulps(DType dtype, const double* x, const double* y, std::size_t count, UlpSums& sums)
{
    std::size_t done = 0;
    if (dtype == DType::Float32)
        done = ulpsOf<Float32Pattern>(x, y, count, sums);
    else if (dtype == DType::BFloat16)
        done = ulpsOf<BFloat16Pattern>(x, y, count, sums);
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
    else if (dtype == DType::Float16)
        done = ulpsOf<Float16Pattern>(x, y, count, sums);
#endif
    scalarPairKernels().ulps(dtype, x + done, y + done, count - done, sums);
}

/// Counts in whole vectors; how many elements that were.
template<typename T>
std::size_t countDifferences(const std::byte* x, const std::byte* y, std::size_t count, std::uint64_t& found)
{
    const hn::ScalableTag<T> d;
    const hn::Repartition<std::uint8_t, decltype(d)> bytes;
    const auto load = [&](const std::byte* from) HWY_ATTR {
        return hn::BitCast(d, hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(from)));
    };
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
        const auto isDifferent = hn::Ne(load(x + i * sizeof(T)), load(y + i * sizeof(T)));
        found += hn::CountTrue(d, isDifferent);
    }
    return i;
}

std::uint64_t differences(const std::byte* x, const std::byte* y, std::size_t count, std::size_t width)
{
    std::uint64_t found = 0;
    std::size_t done = 0;
    switch (width) {
    case sizeof(std::uint8_t):
        done = countDifferences<std::uint8_t>(x, y, count, found);
        break;
    case sizeof(std::uint16_t):
        done = countDifferences<std::uint16_t>(x, y, count, found);
        break;
    case sizeof(std::uint32_t):
        done = countDifferences<std::uint32_t>(x, y, count, found);
        break;
    case sizeof(std::uint64_t):
        done = countDifferences<std::uint64_t>(x, y, count, found);
        break;
    default:
        break;
    }
    return found + scalarPairKernels().differences(x + done * width, y + done * width, count - done, width);
}

/// Vectors of all lanes. What is done to one is done to the others before the next step, so that the
/// processor always has chains of operations that do not wait for each other.
using Row = std::array<Vector, kGroups>;

template<typename Make> HWY_INLINE Row makeRow(const Make& make)
{
    Row row;
    for (std::size_t g = 0; g < kGroups; ++g)
        row[g] = make(g);
    return row;
}

/// As the scalar one.
HWY_INLINE Row logRatio(const Row& p, const Row& q)
{
    const Tag tag;
    const hn::RebindToUnsigned<Tag> du;
    const auto bitsOf = [du](Vector value) HWY_ATTR { return hn::BitCast(du, value); };
    const Row difference = makeRow([&](std::size_t g) HWY_ATTR {
        return hn::BitCast(tag, hn::Add(hn::Sub(bitsOf(p[g]), bitsOf(q[g])), hn::Set(du, LogRatio::kHalf)));
    });
    const Row near = makeRow([&](std::size_t g) HWY_ATTR {
        const auto exponent = hn::And(bitsOf(difference[g]), hn::Set(du, LogRatio::kExponent));
        return hn::BitCast(tag, hn::Add(bitsOf(q[g]), exponent));
    });
    const Row s = makeRow(
        [&](std::size_t g) HWY_ATTR { return hn::Div(hn::Sub(p[g], near[g]), hn::Add(p[g], near[g])); });
    const Row k = makeRow([&](std::size_t g) HWY_ATTR {
        const auto biased = hn::ShiftRight<52>(hn::Add(bitsOf(difference[g]), hn::Set(du, LogRatio::kBias)));
        return hn::Sub(hn::BitCast(tag, hn::Or(biased, hn::Set(du, LogRatio::kTwoTo52Bits))),
            hn::Set(tag, LogRatio::kTwoTo52PlusBias));
    });
    const Row z = makeRow([&](std::size_t g) HWY_ATTR { return hn::Mul(s[g], s[g]); });
    const Row w = makeRow([&](std::size_t g) HWY_ATTR { return hn::Mul(z[g], z[g]); });
    const auto polynomial = [&](std::size_t last) HWY_ATTR {
        Row sum = makeRow([&](std::size_t) HWY_ATTR { return hn::Set(tag, LogRatio::kCoefficients[last]); });
        while (last >= 2) {
            last -= 2;
            sum = makeRow([&](std::size_t g) HWY_ATTR {
                return hn::Add(hn::Mul(sum[g], w[g]), hn::Set(tag, LogRatio::kCoefficients[last]));
            });
        }
        return sum;
    };
    constexpr std::size_t kLast = LogRatio::kCoefficients.size() - 1;
    const Row even = polynomial(kLast);
    const Row odd = polynomial(kLast - 1);
    return makeRow([&](std::size_t g) HWY_ATTR {
        const Vector series = hn::Add(even[g], hn::Mul(z[g], odd[g]));
        const Vector artanh = hn::Add(hn::Add(s[g], s[g]), hn::Mul(s[g], hn::Mul(z[g], series)));
        return hn::Add(hn::Mul(k[g], hn::Set(tag, LogRatio::kLn2)), artanh);
    });
}

HWY_INLINE Row shares(const double* values, Normaliser normaliser)
{
    const Tag tag;
    return makeRow([&](std::size_t g) HWY_ATTR {
        const Vector value = hn::LoadU(tag, values + g * kWidth);
        const Vector scaled
            = hn::Mul(hn::Sub(value, hn::Set(tag, normaliser.low)), hn::Set(tag, normaliser.factor));
        return hn::Max(scaled, hn::Set(tag, kDivergenceFloor));
    });
}

void divergence(const double* x, const double* y, std::size_t count, Normaliser target, Normaliser golden,
    DivergenceSums& sums)
{
    RunningSum sumP(sums.p);
    RunningSum difference(sums.pLessQ);
    RunningSum excess(sums.excess);
    const std::size_t done = count - count % kLanes;
    for (std::size_t i = 0; i < done; i += kLanes) {
        const Row p = shares(x + i, target);
        const Row q = shares(y + i, golden);
        const Row logs = logRatio(p, q);
        for (std::size_t g = 0; g < kGroups; ++g) {
            sumP.add(g, p[g]);
            const Vector pLessQ = hn::Sub(p[g], q[g]);
            difference.add(g, pLessQ);
            excess.add(g, hn::Sub(hn::Mul(p[g], logs[g]), pLessQ));
        }
    }
    sumP.store(sums.p);
    difference.store(sums.pLessQ);
    excess.store(sums.excess);
    scalarPairKernels().divergence(x + done, y + done, count - done, target, golden, sums);
}

const PairKernels& pairKernels()
{
    static constexpr PairKernels kernels {
        isFinite, isBelow, subtract, errors, products, relative, mismatches, ulps, differences, divergence};
    return kernels;
}

#endif

} // namespace HWY_NAMESPACE
} // namespace dumpscope::core::kernel
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dumpscope::core::kernel {

HWY_EXPORT(pairKernels);

const PairKernels& vectorPairKernels()
{
    return HWY_DYNAMIC_DISPATCH(pairKernels)();
}

} // namespace dumpscope::core::kernel
#endif
