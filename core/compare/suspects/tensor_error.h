// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/number_key.h"
#include "compare/pair_table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace dumpscope::core {

inline constexpr double kInfiniteError = std::numeric_limits<double>::infinity();

/// The error of one pair in the terms of the ranking.
struct TensorError {
    std::size_t row = 0; ///< of the pair table
    bool isOutput = false;
    bool isFirstInput = false; ///< what the operator was given first
    bool isParameter = false;  ///< of the model, not of the data
    bool isInteger = false;    ///< a type that does not round
    bool isTruth = false;      ///< truth values, of which statistics hardly show which are true
    PairBasis basis = PairBasis::Elements;
    double unit = 0;         ///< unit roundoff of the coarser type
    double goldenUnit = 0;   ///< likewise of golden's type
    double leastStep = 0;    ///< between the smallest numbers of the type that has fewer of them
    double count = 1;        ///< elements
    double errorNorm = 0;    ///< ‖d‖
    double maxError = 0;     ///< max |d|
    double relative = 0;     ///< ‖d‖ / ‖y‖; infinite where only golden is zero
    double largest = 0;      ///< max |d| / max |y|
    double norm = 0;         ///< | ‖x‖ - ‖y‖ | / ‖y‖
    double goldenNorm = 0;   ///< ‖y‖
    double goldenMax = 0;    ///< max |y|
    double goldenLow = 0;    ///< min |y| where all y have one sign, else 0
    double goldenRange = 0;  ///< max y - min y
    bool hasNumbers = false; ///< the numbers above are there
    bool differs = false;    ///< in any way
    bool isBroken = false;   ///< NaN or infinities at different places, or another shape
    bool hasOtherShape = false;
    bool isNonFinite = false;  ///< NaN or infinities at different places
    bool hasNonFinite = false; ///< on either side
    bool isMask = false;       ///< what is not finite is -infinity beside finite elements; of recorded ones
    bool isConstant = false;   ///< all elements of golden are the same
    bool isWhole = false;      ///< the extremes are whole numbers and unchanged, as those of indices
    /// Recorded extremes are golden's and sums differ in their last digits alone, as those of the same
    /// elements in another order.
    bool isReordered = false;
    bool isSlight = false; ///< by no more than recorded sums may: no fact that something differs
    /// An integer of which nothing but extremes was recorded, and those agree: not shown to be equal.
    bool hasExtremesOnly = false;
    bool isMasked = false; ///< the error is that beside a mask, in units of the largest element there
    bool isOfLargest
        = false; ///< `relative` is no L2 error: extremes and mean in units of the largest element

    [[nodiscard]] double goldenRms() const;
    /// Unit roundoff among the smallest numbers of the type, in units of golden's elements.
    [[nodiscard]] double leastUnit() const;
    /// `relative` without what a common factor makes, which no rounding does; of few elements all of it.
    [[nodiscard]] double unscaled() const;
    /// Tells the golden tensor from others, whatever its name and the order of its elements.
    using Fingerprint = std::array<NumberKey, 4>;
    Fingerprint fingerprint;
};

/// Everything but outputs the operator was given. A file that does not say what it holds holds an output.
[[nodiscard]] bool isMadeByOperator(Io io);

/// Whether rounding may have moved elements of this output by a whole step, from which integers behind it
/// may differ.
[[nodiscard]] bool mayHaveStepped(const PairTable& pairs, const TensorError& error);

/// The error of a row; without numbers where the pair could not be measured.
[[nodiscard]] TensorError tensorError(const PairTable& pairs, std::size_t row);

} // namespace dumpscope::core
