// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace dumpscope::core {

struct PairFold;

/// What the ranking of suspects needs of a pair, independent of the selected metrics. From elements the
/// numbers are exact; from statistics errors are lower bounds; from checksums only `differs` and `sameBits`
/// are known. Where statistics are too coarse to show a difference, a checksum sets `differs`.
struct PairFigures {
    std::uint64_t count = 0; ///< positions
    double errorNorm = 0;    ///< √Σd² over compared elements
    double maxError = 0;     ///< max |d|
    double normError = 0;    ///< | √Σx² - √Σy² |
    double goldenNorm = 0;   ///< √Σy²
    double goldenMin = 0;    ///< over finite elements
    double goldenMax = 0;
    bool nonFiniteDiffers = false; ///< NaN or infinities at different positions
    bool hasNonFinite = false;     ///< on either side
    bool differs = false;          ///< in any way
    bool hasNorm = false;          ///< numbers other than `differs` are there
    /// Nothing shows in the norms: both were recorded as infinite or NaN, a mask is all of them, or a side
    /// has none. A verdict rests on the rest, and errors are shares of the largest element.
    bool hasLostNorm = false;
    /// Whether all bits are the same, by elements or by checksums; absent: not known. Always false for
    /// different types.
    std::optional<bool> sameBits;
    /// By elements: what is not finite is -infinity, at the same places on both sides, beside finite
    /// elements.
    bool isNegInfAlone = false;
};

[[nodiscard]] PairFigures figuresOf(const PairFold& fold);

} // namespace dumpscope::core
