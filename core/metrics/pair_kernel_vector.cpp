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

/// As the scalar logarithm.
HWY_INLINE Vector logarithm(Vector value)
{
    const Tag tag;
    const hn::RebindToUnsigned<Tag> du;
    // The biased exponent of value / sqrt(1/2) by integers; it comes out as a float64 by its place in
    // the mantissa of 2^52.
    const auto bits = hn::BitCast(du, value);
    const auto shifted
        = hn::Add(hn::Sub(bits, hn::Set(du, LogSeries::kSqrtHalfBits)), hn::Set(du, LogSeries::kBias));
    const auto biased = hn::ShiftRight<52>(shifted);
    const Vector e = hn::Sub(hn::BitCast(tag, hn::Or(biased, hn::Set(du, LogSeries::kTwoTo52Bits))),
        hn::Set(tag, LogSeries::kTwoTo52PlusBias));
    const auto exponentBits = hn::ShiftLeft<52>(hn::Sub(biased, hn::Set(du, LogSeries::kExponentBias)));
    const Vector m = hn::BitCast(tag, hn::Sub(bits, exponentBits));
    const Vector f = hn::Sub(m, hn::Set(tag, 1.0));
    const Vector s = hn::Div(f, hn::Add(f, hn::Set(tag, 2.0)));
    const Vector z = hn::Mul(s, s);
    Vector series = hn::Set(tag, LogSeries::kCoefficients.back());
    for (std::size_t i = LogSeries::kCoefficients.size() - 1; i-- > 0;)
        series = hn::Add(hn::Mul(series, z), hn::Set(tag, LogSeries::kCoefficients[i]));
    const Vector tail = hn::Add(hn::Mul(s, hn::Mul(z, series)), hn::Mul(e, hn::Set(tag, LogSeries::kLn2Low)));
    return hn::Add(hn::Mul(e, hn::Set(tag, LogSeries::kLn2High)), hn::Add(hn::Add(s, s), tail));
}

HWY_INLINE Vector share(Vector value, Normaliser normaliser)
{
    const Tag tag;
    const Vector scaled
        = hn::Mul(hn::Sub(value, hn::Set(tag, normaliser.low)), hn::Set(tag, normaliser.factor));
    return hn::Max(scaled, hn::Set(tag, kDivergenceFloor));
}

void divergence(const double* x, const double* y, std::size_t count, Normaliser target, Normaliser golden,
    DivergenceSums& sums)
{
    const Tag tag;
    RunningSum sumP(sums.p);
    RunningSum sumQ(sums.q);
    RunningSum sum(sums.plogpq);
    const std::size_t done = overVectors(count, [&](std::size_t g, std::size_t i) HWY_ATTR {
        const Vector p = share(hn::LoadU(tag, x + i), target);
        const Vector q = share(hn::LoadU(tag, y + i), golden);
        sumP.add(g, p);
        sumQ.add(g, q);
        sum.add(g, hn::Mul(p, logarithm(hn::Div(p, q))));
    });
    sumP.store(sums.p);
    sumQ.store(sums.q);
    sum.store(sums.plogpq);
    scalarPairKernels().divergence(x + done, y + done, count - done, target, golden, sums);
}

const PairKernels& pairKernels()
{
    static constexpr PairKernels kernels {
        isFinite, subtract, errors, products, relative, mismatches, divergence};
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
