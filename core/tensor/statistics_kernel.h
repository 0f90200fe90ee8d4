// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

/// The inner loops of statistics: one set written with Highway, one scalar twin. Both follow the
/// same definition (16 lanes, no fused multiply-add), so they give the same bits.
namespace dumpscope::core::kernel {

/// Element types with loops of their own; everything else is decoded to float64 first.
enum class Element : std::uint8_t {
    Bool,
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Float16,
    BFloat16,
    Float32,
    Float64,
};

/// Element i of a sub-block is summed in lane i mod kLanes.
inline constexpr std::size_t kLanes = 16;
/// Elements that are summed, and then summed again as deviations, while they are in the first-level
/// cache; part of the definition of the sums. Small enough that 8-bit counters do not overflow.
inline constexpr std::size_t kSubBlock = 2048;
using Lanes = std::array<double, kLanes>;

/// Sum of lanes in the defined order: the upper half is added to the lower until one is left.
template<std::size_t N> [[nodiscard]] double totalOf(const std::array<double, N>& lanes)
{
    if constexpr (N == 1) {
        return lanes[0];
    } else {
        std::array<double, N / 2> folded;
        for (std::size_t i = 0; i < N / 2; ++i)
            folded[i] = lanes[i] + lanes[i + N / 2];
        return totalOf(folded);
    }
}

/// Facts from the bit patterns of elements without arithmetic. Keys order elements as 64-bit integers within
/// one element type: signed integers are their own key, see floatKey for the others.
struct Scan {
    std::int64_t minKey = std::numeric_limits<std::int64_t>::max();
    std::int64_t maxKey = std::numeric_limits<std::int64_t>::min();
    std::uint64_t zero = 0, negative = 0, subnormal = 0;
    // Only scanFinite counts these.
    std::uint64_t nan = 0, posInf = 0, negInf = 0;
};

/// All functions add to their results, accept unaligned data of any length and start at lane 0.
struct Kernels {
    /// Keys and counters, treating every pattern as a finite number: a NaN or infinity shows in the keys (see
    /// allFinite) and makes the counters invalid.
    void (*scan)(Element element, const std::byte* data, std::size_t count, Scan& scan);
    /// Keys and counters of float64 patterns; keys and zero, negative, subnormal over finite ones.
    /// `minNormal`: pattern of the smallest normal number of the tensor's own type.
    void (*scanFinite)(const std::byte* data, std::size_t count, std::int64_t minNormal, Scan& scan);
    /// Sums of x * scale and of its square. `scale` (a power of two) is for Float64 only, which also
    /// leaves out non-finite elements; the others must not have any.
    void (*sums)(
        Element element, const std::byte* data, std::size_t count, double scale, Lanes& sum, Lanes& squares);
    /// Sums of (x * scale - mean)².
    void (*deviations)(
        Element element, const std::byte* data, std::size_t count, double scale, double mean, Lanes& squares);
    /// Elements as float64, non-finite ones included.
    void (*decode)(Element element, const std::byte* data, std::size_t count, double* out);
    /// First element with this key, `count` if none; both zeros have the same key.
    std::size_t (*find)(Element element, const std::byte* data, std::size_t count, std::int64_t key);
};

[[nodiscard]] const Kernels& scalarKernels();
/// The best instruction set of the processor, chosen at run time.
[[nodiscard]] const Kernels& vectorKernels();

/// Integer with the order of the floating-point number whose pattern is given; -0 is just below 0.
template<typename Pattern> [[nodiscard]] constexpr std::int64_t floatKey(Pattern pattern)
{
    // Negative numbers grow in the wrong direction: flip all but the sign.
    return pattern < 0 ? pattern ^ std::numeric_limits<Pattern>::max() : pattern;
}
/// Key of a float64, equal for both zeros.
[[nodiscard]] inline std::int64_t keyOf(double value)
{
    return floatKey(std::bit_cast<std::int64_t>(value + 0.0));
}

/// Whether the keys of `scan` show no NaN or infinity.
[[nodiscard]] bool allFinite(Element element, const Scan& scan);
/// The element at `data` as float64.
[[nodiscard]] double valueAt(Element element, const std::byte* data);
/// A floating-point element by its key as float64.
[[nodiscard]] double valueOfKey(Element element, std::int64_t key);
/// Stored bytes of one element.
[[nodiscard]] std::size_t elementBytes(Element element);
/// An integer type of at most 16 bits: sums of a sub-block are exact in float64.
[[nodiscard]] bool isSmallInteger(Element element);

// Properties of one element, for both sets of loops. `Pattern` is the integer with its bits.
template<typename T> struct IntegerElement {
    using Pattern = T;
    static constexpr bool kFloat = false;
    static constexpr bool kMasked = false;
    static constexpr bool kBool = false;
    static double value(T pattern) { return static_cast<double>(pattern); }
};
struct BoolElement : IntegerElement<std::uint8_t> {
    static constexpr bool kBool = true; ///< any non-zero byte is true
    static double value(std::uint8_t pattern) { return pattern != 0 ? 1.0 : 0.0; }
};
struct Float16Element {
    using Pattern = std::int16_t;
    static constexpr bool kFloat = true;
    static constexpr bool kMasked = false;
    static constexpr bool kBool = false;
    static constexpr Pattern kInfinity = 0x7C00;
    static constexpr Pattern kMinNormal = 0x0400;
    static double value(Pattern pattern)
    {
        const auto magnitude = static_cast<std::uint32_t>(pattern) & 0x7FFFU;
        const std::uint32_t sign = pattern < 0 ? 0x80000000U : 0U;
        // Shifted into a float32's exponent field the number is 2^112 too small; the product is
        // exact for subnormal float16, too.
        float result = std::bit_cast<float>(magnitude << 13U) * 0x1p112F;
        if (magnitude >= 0x7C00U)
            result = std::bit_cast<float>(0x7F800000U | (magnitude << 13U));
        return static_cast<double>(std::bit_cast<float>(std::bit_cast<std::uint32_t>(result) | sign));
    }
};
struct BFloat16Element {
    using Pattern = std::int16_t;
    static constexpr bool kFloat = true;
    static constexpr bool kMasked = false;
    static constexpr bool kBool = false;
    static constexpr Pattern kInfinity = 0x7F80;
    static constexpr Pattern kMinNormal = 0x0080;
    static double value(Pattern pattern)
    {
        const std::uint32_t bits = static_cast<std::uint32_t>(static_cast<std::uint16_t>(pattern)) << 16U;
        return static_cast<double>(std::bit_cast<float>(bits));
    }
};
struct Float32Element {
    using Pattern = std::int32_t;
    static constexpr bool kFloat = true;
    static constexpr bool kMasked = false;
    static constexpr bool kBool = false;
    static constexpr Pattern kInfinity = 0x7F800000;
    static constexpr Pattern kMinNormal = 0x00800000;
    static double value(Pattern pattern) { return static_cast<double>(std::bit_cast<float>(pattern)); }
};
struct Float64Element {
    using Pattern = std::int64_t;
    static constexpr bool kFloat = true;
    static constexpr bool kMasked = true;
    static constexpr bool kBool = false;
    static constexpr Pattern kInfinity = 0x7FF0000000000000;
    static constexpr Pattern kMinNormal = 0x0010000000000000;
    static double value(Pattern pattern) { return std::bit_cast<double>(pattern); }
};

/// Calls Operation::run<E>(arguments...) for the type behind `element`.
template<typename Operation, typename... Arguments> auto dispatch(Element element, Arguments&&... arguments)
{
    switch (element) {
    case Element::Bool:
        return Operation::template run<BoolElement>(arguments...);
    case Element::Int8:
        return Operation::template run<IntegerElement<std::int8_t>>(arguments...);
    case Element::UInt8:
        return Operation::template run<IntegerElement<std::uint8_t>>(arguments...);
    case Element::Int16:
        return Operation::template run<IntegerElement<std::int16_t>>(arguments...);
    case Element::UInt16:
        return Operation::template run<IntegerElement<std::uint16_t>>(arguments...);
    case Element::Int32:
        return Operation::template run<IntegerElement<std::int32_t>>(arguments...);
    case Element::UInt32:
        return Operation::template run<IntegerElement<std::uint32_t>>(arguments...);
    case Element::Int64:
        return Operation::template run<IntegerElement<std::int64_t>>(arguments...);
    case Element::UInt64:
        return Operation::template run<IntegerElement<std::uint64_t>>(arguments...);
    case Element::Float16:
        return Operation::template run<Float16Element>(arguments...);
    case Element::BFloat16:
        return Operation::template run<BFloat16Element>(arguments...);
    case Element::Float32:
        return Operation::template run<Float32Element>(arguments...);
    case Element::Float64:
        break;
    }
    return Operation::template run<Float64Element>(arguments...);
}

} // namespace dumpscope::core::kernel
