// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/statistics_kernel.h"

#include <algorithm>

// Vectors of unknown length cannot be kept in arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tensor/statistics_kernel_vector.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dumpscope::core::kernel {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR

// Without vectors everything is left to the twin.
std::size_t sumVectors(Element, const std::byte*, std::size_t, double, double*, double*)
{
    return 0;
}
std::size_t deviateVectors(Element, const std::byte*, std::size_t, double, double, double*)
{
    return 0;
}
std::size_t scanVectors(Element, const std::byte*, std::size_t, Scan&)
{
    return 0;
}
std::size_t scanFinite(const std::byte*, std::size_t, std::int64_t, Scan&)
{
    return 0;
}
std::size_t decodeVectors(Element, const std::byte*, std::size_t, double*)
{
    return 0;
}
std::size_t findVectors(Element, const std::byte*, std::size_t, std::int64_t)
{
    return 0;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using LaneTag = hn::CappedTag<double, kLanes>;
using LaneVector = hn::Vec<LaneTag>;
constexpr std::size_t kWidth = hn::MaxLanes(LaneTag());
constexpr std::size_t kGroups = kLanes / kWidth;

template<class D> HWY_INLINE hn::Vec<D> loadBytes(D d, const std::byte* from)
{
    const hn::Repartition<std::uint8_t, D> bytes;
    return hn::BitCast(d, hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(from)));
}

// One float64 vector from consecutive elements of each type.
template<typename T> HWY_INLINE LaneVector values(IntegerElement<T> /*element*/, const std::byte* from)
{
    const LaneTag d;
    if constexpr (sizeof(T) <= 2) {
        const hn::Rebind<std::int32_t, LaneTag> wide;
        return hn::PromoteTo(d, hn::PromoteTo(wide, loadBytes(hn::Rebind<T, LaneTag>(), from)));
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
        return hn::PromoteTo(d, loadBytes(hn::Rebind<T, LaneTag>(), from));
    } else {
        // Both halves become exact float64 numbers by their place in the mantissa of 2^52 and 2^84;
        // the last addition rounds once, as a conversion does.
        const hn::Rebind<std::uint64_t, LaneTag> du;
        auto bits = hn::Zero(du);
        double bias = 0x1p84 + 0x1p52;
        if constexpr (sizeof(T) == 4) {
            bits = hn::PromoteTo(du, loadBytes(hn::Rebind<T, LaneTag>(), from));
        } else {
            bits = loadBytes(du, from);
            if constexpr (std::is_signed_v<T>) {
                bits = hn::Xor(bits, hn::Set(du, std::uint64_t {1} << 63U));
                bias = 0x1p84 + 0x1p63 + 0x1p52;
            }
        }
        const auto low = hn::Or(
            hn::And(bits, hn::Set(du, 0xFFFFFFFFU)), hn::Set(du, std::bit_cast<std::uint64_t>(0x1p52)));
        const auto high = hn::Or(hn::ShiftRight<32>(bits), hn::Set(du, std::bit_cast<std::uint64_t>(0x1p84)));
        return hn::Add(hn::Sub(hn::BitCast(d, high), hn::Set(d, bias)), hn::BitCast(d, low));
    }
}
HWY_INLINE LaneVector values(BoolElement /*element*/, const std::byte* from)
{
    const hn::Rebind<std::uint8_t, LaneTag> du;
    const hn::Rebind<std::int32_t, LaneTag> wide;
    const auto truth = hn::Min(loadBytes(du, from), hn::Set(du, std::uint8_t {1}));
    return hn::PromoteTo(LaneTag(), hn::PromoteTo(wide, truth));
}
HWY_INLINE LaneVector values(Float16Element /*element*/, const std::byte* from)
{
    const hn::Rebind<float, LaneTag> df;
    const auto half = loadBytes(hn::Rebind<hwy::float16_t, LaneTag>(), from);
    return hn::PromoteTo(LaneTag(), hn::PromoteTo(df, half));
}
HWY_INLINE LaneVector values(BFloat16Element /*element*/, const std::byte* from)
{
    const hn::Rebind<float, LaneTag> df;
    const hn::Rebind<std::uint32_t, LaneTag> du;
    const auto half = hn::PromoteTo(du, loadBytes(hn::Rebind<std::uint16_t, LaneTag>(), from));
    return hn::PromoteTo(LaneTag(), hn::BitCast(df, hn::ShiftLeft<16>(half)));
}
HWY_INLINE LaneVector values(Float32Element /*element*/, const std::byte* from)
{
    return hn::PromoteTo(LaneTag(), loadBytes(hn::Rebind<float, LaneTag>(), from));
}
HWY_INLINE LaneVector values(Float64Element /*element*/, const std::byte* from)
{
    return loadBytes(LaneTag(), from);
}

HWY_INLINE hn::Mask<LaneTag> finite(LaneVector x)
{
    return hn::Lt(hn::Abs(x), hn::Set(LaneTag(), std::bit_cast<double>(Float64Element::kInfinity)));
}

struct SumAll {
    template<typename E>
    static void run(const std::byte* data, std::size_t count, double scale, double* sum, double* squares)
    {
        const LaneTag d;
        const LaneVector factor = hn::Set(d, scale);
        LaneVector s[kGroups];
        LaneVector q[kGroups];
        for (std::size_t g = 0; g < kGroups; ++g) {
            s[g] = hn::LoadU(d, sum + g * kWidth);
            q[g] = hn::LoadU(d, squares + g * kWidth);
        }
        for (std::size_t i = 0; i + kLanes <= count; i += kLanes) {
            for (std::size_t g = 0; g < kGroups; ++g) {
                LaneVector x = values(E(), data + (i + g * kWidth) * sizeof(typename E::Pattern));
                if constexpr (E::kMasked)
                    x = hn::IfThenElseZero(finite(x), hn::Mul(x, factor));
                s[g] = hn::Add(s[g], x);
                q[g] = hn::Add(q[g], hn::Mul(x, x));
            }
        }
        for (std::size_t g = 0; g < kGroups; ++g) {
            hn::StoreU(s[g], d, sum + g * kWidth);
            hn::StoreU(q[g], d, squares + g * kWidth);
        }
    }
};

struct DeviateAll {
    template<typename E>
    static void run(const std::byte* data, std::size_t count, double scale, double mean, double* squares)
    {
        const LaneTag d;
        const LaneVector factor = hn::Set(d, scale);
        const LaneVector centre = hn::Set(d, mean);
        LaneVector q[kGroups];
        for (std::size_t g = 0; g < kGroups; ++g)
            q[g] = hn::LoadU(d, squares + g * kWidth);
        for (std::size_t i = 0; i + kLanes <= count; i += kLanes) {
            for (std::size_t g = 0; g < kGroups; ++g) {
                const LaneVector x = values(E(), data + (i + g * kWidth) * sizeof(typename E::Pattern));
                LaneVector deviation = hn::Sub(x, centre);
                if constexpr (E::kMasked)
                    deviation = hn::IfThenElseZero(finite(x), hn::Sub(hn::Mul(x, factor), centre));
                q[g] = hn::Add(q[g], hn::Mul(deviation, deviation));
            }
        }
        for (std::size_t g = 0; g < kGroups; ++g)
            hn::StoreU(q[g], d, squares + g * kWidth);
    }
};

/// Counts lanes in which masks are set.
template<class D> class LaneCounter {
public:
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    // Masks are bits: counting them leaves the vector units to the rest.
    HWY_INLINE void add(D d, hn::Mask<D> mask)
    {
        m_count += hn::CountTrue(d, mask);
    }
    [[nodiscard]] HWY_INLINE std::uint64_t total() const
    {
        return m_count;
    }

private:
    std::uint64_t m_count = 0;
#else
    HWY_INLINE LaneCounter()
        : m_counters(hn::Zero(Unsigned()))
    {
    }
    HWY_INLINE void add(D d, hn::Mask<D> mask)
    {
        m_counters = hn::Sub(m_counters, hn::BitCast(Unsigned(), hn::VecFromMask(d, mask)));
    }
    [[nodiscard]] HWY_INLINE std::uint64_t total() const
    {
        HWY_ALIGN hn::TFromD<Unsigned> lanes[hn::MaxLanes(D())];
        hn::Store(m_counters, Unsigned(), lanes);
        std::uint64_t sum = 0;
        for (const auto lane : lanes)
            sum += lane;
        return sum;
    }

private:
    using Unsigned = hn::RebindToUnsigned<D>;
    hn::Vec<Unsigned> m_counters;
#endif
};

/// The key of an integer lane.
template<typename T> HWY_INLINE std::int64_t laneKey(T lane)
{
    auto key = static_cast<std::int64_t>(lane);
    if constexpr (std::is_same_v<T, std::uint64_t>)
        key ^= std::numeric_limits<std::int64_t>::min();
    return key;
}

template<class D> HWY_INLINE void mergeKeys(D d, hn::Vec<D> low, hn::Vec<D> high, Scan& scan)
{
    using T = hn::TFromD<D>;
    HWY_ALIGN T lows[hn::MaxLanes(D())];
    HWY_ALIGN T highs[hn::MaxLanes(D())];
    hn::Store(low, d, lows);
    hn::Store(high, d, highs);
    // In the type of the lanes, so that the compiler can make vectors of it.
    T lowest = lows[0];
    T highest = highs[0];
    for (std::size_t i = 0; i < hn::MaxLanes(D()); ++i) {
        lowest = std::min(lowest, lows[i]);
        highest = std::max(highest, highs[i]);
    }
    scan.minKey = std::min(scan.minKey, laneKey(lowest));
    scan.maxKey = std::max(scan.maxKey, laneKey(highest));
}

/// Keys of signed lanes that hold floating-point patterns (floatKey).
template<class D> HWY_INLINE hn::Vec<D> floatKeys(D d, hn::Vec<D> pattern)
{
    const auto flip = hn::Set(d, hwy::LimitsMax<hn::TFromD<D>>());
    return hn::Xor(pattern, hn::And(hn::BroadcastSignBit(pattern), flip));
}

struct ScanAll {
    template<typename E> static std::size_t run(const std::byte* data, std::size_t count, Scan& scan)
    {
        using T = typename E::Pattern;
        using D = hn::ScalableTag<T>;
        const D d;
        constexpr std::size_t n = hn::MaxLanes(D());
        static_assert(sizeof(T) > 1 || kSubBlock / n <= 0xFF, "counters overflow");
        const auto one = hn::Set(d, T {1});
        auto low = hn::Set(d, hwy::LimitsMax<T>());
        auto high = hn::Set(d, hwy::LimitsMin<T>());
        LaneCounter<D> zero, negative, small;
        std::size_t i = 0;
        for (; i + n <= count; i += n) {
            auto v = loadBytes(d, data + i * sizeof(T));
            if constexpr (E::kFloat) {
                const auto magnitude = hn::And(v, hn::Set(d, hwy::LimitsMax<T>()));
                v = floatKeys(d, v);
                zero.add(d, hn::Eq(magnitude, hn::Zero(d)));
                small.add(d, hn::Lt(magnitude, hn::Set(d, E::kMinNormal)));
                negative.add(d, hn::Lt(v, hn::Set(d, T {-1})));
            } else {
                if constexpr (E::kBool)
                    v = hn::Min(v, one);
                zero.add(d, hn::Eq(v, hn::Zero(d)));
                if constexpr (std::is_signed_v<T>)
                    negative.add(d, hn::Lt(v, hn::Zero(d)));
            }
            low = hn::Min(low, v);
            high = hn::Max(high, v);
        }
        if (i == 0)
            return 0;
        const std::uint64_t zeros = zero.total();
        scan.zero += zeros;
        scan.negative += negative.total();
        if constexpr (E::kFloat) {
            scan.subnormal += small.total() - zeros;
            const auto minusZero = hn::Set(d, T {-1});
            low = hn::IfThenZeroElse(hn::Eq(low, minusZero), low);
            high = hn::IfThenZeroElse(hn::Eq(high, minusZero), high);
        }
        mergeKeys(d, low, high, scan);
        return i;
    }
};

std::size_t scanFinite(const std::byte* data, std::size_t count, std::int64_t minNormal, Scan& scan)
{
    using D = hn::ScalableTag<std::int64_t>;
    const D d;
    constexpr std::size_t n = hn::MaxLanes(D());
    const auto infinity = hn::Set(d, Float64Element::kInfinity);
    const auto top = hn::Set(d, hwy::LimitsMax<std::int64_t>());
    const auto bottom = hn::Set(d, hwy::LimitsMin<std::int64_t>());
    auto low = top;
    auto high = bottom;
    LaneCounter<D> zero, negative, small, nan, posInf, negInf;
    std::size_t i = 0;
    for (; i + n <= count; i += n) {
        const auto v = loadBytes(d, data + i * sizeof(std::int64_t));
        const auto magnitude = hn::And(v, top);
        const auto isZero = hn::Eq(magnitude, hn::Zero(d));
        const auto key = hn::IfThenZeroElse(isZero, floatKeys(d, v));
        const auto isFinite = hn::Lt(magnitude, infinity);
        zero.add(d, isZero);
        small.add(d, hn::Lt(magnitude, hn::Set(d, minNormal)));
        negative.add(d, hn::And(isFinite, hn::Lt(key, hn::Zero(d))));
        nan.add(d, hn::Gt(magnitude, infinity));
        posInf.add(d, hn::Eq(key, infinity));
        negInf.add(d, hn::Eq(key, hn::Not(infinity)));
        low = hn::Min(low, hn::IfThenElse(isFinite, key, top));
        high = hn::Max(high, hn::IfThenElse(isFinite, key, bottom));
    }
    const std::uint64_t zeros = zero.total();
    scan.zero += zeros;
    scan.subnormal += small.total() - zeros;
    scan.negative += negative.total();
    scan.nan += nan.total();
    scan.posInf += posInf.total();
    scan.negInf += negInf.total();
    mergeKeys(d, low, high, scan);
    return i;
}

/// Float16 with NaN and infinities, which `values` need not know where the conversion is not the processor's.
HWY_INLINE LaneVector anyValues([[maybe_unused]] Float16Element element, const std::byte* from)
{
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
    return values(element, from);
#else
    const hn::Rebind<float, LaneTag> df;
    const hn::Rebind<std::uint32_t, LaneTag> du;
    const auto bits = hn::PromoteTo(du, loadBytes(hn::Rebind<std::uint16_t, LaneTag>(), from));
    const auto magnitude = hn::And(bits, hn::Set(du, 0x7FFFU));
    const auto sign = hn::ShiftLeft<16>(hn::Xor(bits, magnitude));
    const auto shifted = hn::ShiftLeft<13>(magnitude);
    // As in Float16Element::value.
    const auto number = hn::BitCast(du, hn::Mul(hn::BitCast(df, shifted), hn::Set(df, 0x1p112F)));
    const auto special = hn::Or(shifted, hn::Set(du, 0x7F800000U));
    const auto isSpecial = hn::Eq(hn::And(bits, hn::Set(du, 0x7C00U)), hn::Set(du, 0x7C00U));
    const auto result = hn::Or(sign, hn::IfThenElse(isSpecial, special, number));
    return hn::PromoteTo(LaneTag(), hn::BitCast(df, result));
#endif
}
template<typename E> HWY_INLINE LaneVector anyValues(E element, const std::byte* from)
{
    return values(element, from);
}

struct DecodeAll {
    template<typename E> static std::size_t run(const std::byte* data, std::size_t count, double* out)
    {
        const LaneTag d;
        std::size_t i = 0;
        for (; i + kWidth <= count; i += kWidth)
            hn::StoreU(anyValues(E(), data + i * sizeof(typename E::Pattern)), d, out + i);
        return i;
    }
};

struct FindKey {
    /// First element with the key, or where the search by whole vectors ended.
    template<typename E> static std::size_t run(const std::byte* data, std::size_t count, std::int64_t key)
    {
        using T = typename E::Pattern;
        const hn::ScalableTag<T> d;
        constexpr std::size_t n = hn::MaxLanes(hn::ScalableTag<T>());
        if constexpr (std::is_same_v<T, std::uint64_t>)
            key ^= std::numeric_limits<std::int64_t>::min();
        const auto wanted = hn::Set(d, static_cast<T>(key));
        std::size_t i = 0;
        for (; i + n <= count; i += n) {
            auto v = loadBytes(d, data + i * sizeof(T));
            if constexpr (E::kBool)
                v = hn::Min(v, hn::Set(d, T {1}));
            if constexpr (E::kFloat) {
                v = floatKeys(d, v);
                v = hn::IfThenZeroElse(hn::Eq(v, hn::Set(d, T {-1})), v);
            }
            const auto found = hn::FindFirstTrue(d, hn::Eq(v, wanted));
            if (found >= 0)
                return i + static_cast<std::size_t>(found);
        }
        return i;
    }
};

// Every function tells how many elements it has dealt with.
std::size_t sumVectors(
    Element element, const std::byte* data, std::size_t count, double scale, double* sum, double* squares)
{
    const std::size_t done = count - count % kLanes;
    dispatch<SumAll>(element, data, done, scale, sum, squares);
    return done;
}
std::size_t deviateVectors(
    Element element, const std::byte* data, std::size_t count, double scale, double mean, double* squares)
{
    const std::size_t done = count - count % kLanes;
    dispatch<DeviateAll>(element, data, done, scale, mean, squares);
    return done;
}
std::size_t scanVectors(Element element, const std::byte* data, std::size_t count, Scan& scan)
{
    return dispatch<ScanAll>(element, data, count, scan);
}
std::size_t decodeVectors(Element element, const std::byte* data, std::size_t count, double* out)
{
    return dispatch<DecodeAll>(element, data, count, out);
}
std::size_t findVectors(Element element, const std::byte* data, std::size_t count, std::int64_t key)
{
    return dispatch<FindKey>(element, data, count, key);
}

#endif // HWY_TARGET == HWY_SCALAR

} // namespace HWY_NAMESPACE
} // namespace dumpscope::core::kernel
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dumpscope::core::kernel {
namespace {

HWY_EXPORT(sumVectors);
HWY_EXPORT(deviateVectors);
HWY_EXPORT(scanVectors);
HWY_EXPORT(scanFinite);
HWY_EXPORT(decodeVectors);
HWY_EXPORT(findVectors);

// The rest that does not fill a row of lanes (or a vector) is left to the twin.

void sums(Element element, const std::byte* data, std::size_t count, double scale, Lanes& sum, Lanes& squares)
{
    const std::size_t done
        = HWY_DYNAMIC_DISPATCH(sumVectors)(element, data, count, scale, sum.data(), squares.data());
    scalarKernels().sums(element, data + done * elementBytes(element), count - done, scale, sum, squares);
}

void deviations(
    Element element, const std::byte* data, std::size_t count, double scale, double mean, Lanes& squares)
{
    const std::size_t done
        = HWY_DYNAMIC_DISPATCH(deviateVectors)(element, data, count, scale, mean, squares.data());
    scalarKernels().deviations(
        element, data + done * elementBytes(element), count - done, scale, mean, squares);
}

void scanPatterns(Element element, const std::byte* data, std::size_t count, Scan& scan)
{
    // Sub-blocks keep the narrow counters from overflowing.
    const std::size_t size = elementBytes(element);
    for (std::size_t first = 0; first < count; first += kSubBlock) {
        const std::byte* from = data + first * size;
        const std::size_t length = count - first < kSubBlock ? count - first : kSubBlock;
        const std::size_t done = HWY_DYNAMIC_DISPATCH(scanVectors)(element, from, length, scan);
        scalarKernels().scan(element, from + done * size, length - done, scan);
    }
}

void scanFinitePatterns(const std::byte* data, std::size_t count, std::int64_t minNormal, Scan& scan)
{
    const std::size_t done = HWY_DYNAMIC_DISPATCH(scanFinite)(data, count, minNormal, scan);
    scalarKernels().scanFinite(data + done * sizeof(double), count - done, minNormal, scan);
}

void decode(Element element, const std::byte* data, std::size_t count, double* out)
{
    const std::size_t size = elementBytes(element);
    const std::size_t done = HWY_DYNAMIC_DISPATCH(decodeVectors)(element, data, count, out);
    scalarKernels().decode(element, data + done * size, count - done, out + done);
}

std::size_t find(Element element, const std::byte* data, std::size_t count, std::int64_t key)
{
    const std::size_t size = elementBytes(element);
    const std::size_t done = HWY_DYNAMIC_DISPATCH(findVectors)(element, data, count, key);
    return done + scalarKernels().find(element, data + done * size, count - done, key);
}

} // namespace

const Kernels& vectorKernels()
{
    static constexpr Kernels kernels = {
        .scan = scanPatterns,
        .scanFinite = scanFinitePatterns,
        .sums = sums,
        .deviations = deviations,
        .decode = decode,
        .find = find,
    };
    return kernels;
}

} // namespace dumpscope::core::kernel
#endif // HWY_ONCE
