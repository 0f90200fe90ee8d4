// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/element_stream.h"
#include "tensor/moments.h"
#include "tensor/statistics.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace dumpscope::core {

/// Families of accumulators. A fold computes only the requested ones.
enum class FoldGroup : std::uint8_t {
    Errors,     ///< sums and maximum of d = x - y
    Products,   ///< sums of x², y², xy
    Relative,   ///< |d| / |y|
    Tolerance,  ///< elements outside atol + rtol·|y|
    Ulp,        ///< distance in representable numbers
    Bits,       ///< equal bit patterns
    Statistics, ///< statistics of each side
    Divergence, ///< Kullback-Leibler; a second pass, needs Statistics
};

/// A set of groups.
class FoldGroups {
public:
    constexpr FoldGroups() = default;
    constexpr FoldGroups(FoldGroup group) // NOLINT: one group is a set
        : m_bits(1U << static_cast<unsigned>(group))
    {
    }
    [[nodiscard]] constexpr bool has(FoldGroup group) const
    {
        return (m_bits & FoldGroups(group).m_bits) != 0;
    }
    [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
    constexpr FoldGroups& operator|=(FoldGroups other)
    {
        m_bits |= other.m_bits;
        return *this;
    }
    friend constexpr FoldGroups operator|(FoldGroups a, FoldGroups b) { return a |= b; }

private:
    unsigned m_bits = 0;
};
[[nodiscard]] constexpr FoldGroups operator|(FoldGroup a, FoldGroup b)
{
    return FoldGroups(a) | FoldGroups(b);
}

/// The first element with the largest value of something.
struct LargestElement {
    double value = 0;
    std::uint64_t index = 0; ///< flat, C order
};

/// Everything metrics are made of (docs/formats/comparison.md 9.2), in float64. x is the target, y the
/// golden. Sums and maxima go over *compared* elements: those where both sides are finite. Where a side is
/// not, the two agree when both are NaN or both are infinite with the same sign; every other such position is
/// a conflict. Complex numbers: |x|, |y|, |x - y| and the real part of x·conj(y).
struct PairFold {
    std::uint64_t count = 0;    ///< all positions
    std::uint64_t compared = 0; ///< both sides finite, and not masked
    std::uint64_t nanTarget = 0, nanGolden = 0, infTarget = 0, infGolden = 0;
    std::uint64_t agreeing = 0;  ///< not finite and the same on both sides
    std::uint64_t conflicts = 0; ///< not finite on a side and different
    std::uint64_t masked
        = 0; ///< left out: the lowest number of a type on one side, of another type on the other
    std::optional<std::uint64_t> firstConflict; ///< flat index

    /// Sums of values times `scaleOf(magnitude)`, so that squares neither overflow nor vanish.
    struct Sums {
        Magnitude magnitude = Magnitude::Tiny;
        Twofold d, absolute, dd; ///< Errors
        Twofold xx, yy, xy;      ///< Products
        void merge(const Sums& later);
        /// A sum of values, or of products of two, without the scale; may overflow to infinity.
        [[nodiscard]] double linear(const Twofold& sum) const;
        [[nodiscard]] double quadratic(const Twofold& sum) const;
        /// Square root of a sum of squares; overflows only if the root does.
        [[nodiscard]] double root(const Twofold& sum) const;
    } sums;

    // Errors
    LargestElement maxAbsolute;

    // Relative: over compared elements with y != 0; both zero counts as no error.
    Twofold relativeSum;
    LargestElement maxRelative;
    std::uint64_t goldenZeros = 0;      ///< compared elements with y == 0
    std::uint64_t lostRelative = 0;     ///< of these, those with x != 0: no relative error exists
    std::uint64_t withinThousandth = 0; ///< |d| / |y| < 0.001, or both zero
    std::uint64_t withinFiveThousandths = 0;

    std::uint64_t mismatches = 0; ///< Tolerance; conflicts included

    // Ulp
    double ulpMax = 0;
    Twofold ulpSum;

    std::uint64_t differentBits = 0; ///< Bits: elements whose patterns differ; all if dtypes do

    std::optional<Statistics> target, golden; ///< Statistics
    std::optional<double> divergence;         ///< Divergence; absent when a side is not all finite

    [[nodiscard]] bool disagrees() const { return conflicts > 0; }
    /// `later` follows this one in index order; figures of whole tensors (statistics, divergence) do not
    /// change.
    void merge(const PairFold& later);
};

/// An accumulator by name, for user metrics.
struct FoldVariable {
    std::string_view name;
    std::string_view meaning;
    FoldGroups needs;
    double (*value)(const PairFold& fold);
};
/// All accumulators that expressions may use, sorted by name.
[[nodiscard]] std::span<const FoldVariable> foldVariables();

} // namespace dumpscope::core
