// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/number_key.h"
#include "compare/tables/pair_table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace dumpscope::core {

inline constexpr double kInfiniteError = std::numeric_limits<double>::infinity();

/// The error of one pair as the ranking of suspects uses it: d = x - y, x of the target, y of golden.
struct TensorError {
    std::size_t row = 0; ///< of the pair table
    bool isOutput = false;
    bool isFirstInput = false;
    bool isParameter = false; ///< of the model, not of the data
    bool isInteger = false;   ///< a type that does not round
    bool isTruth = false;     ///< truth values; statistics hardly show which elements are true
    PairBasis basis = PairBasis::Elements;
    double unit = 0;         ///< unit roundoff that explains errors: of the coarser type, unless `isNarrowed`
    double coarserUnit = 0;  ///< unit roundoff of the coarser type
    double goldenUnit = 0;   ///< unit roundoff of golden's type
    double leastStep = 0;    ///< distance of the smallest numbers of the type with the coarser ones
    double count = 1;        ///< elements
    double rows = 1;         ///< length of golden's first axis
    double errorNorm = 0;    ///< ‖d‖
    double maxError = 0;     ///< max |d|
    double relative = 0;     ///< ‖d‖ / ‖y‖; infinite where only golden is zero
    bool isOfPart = false;   ///< `relative` is that of the target's own part of what is put together
    double largest = 0;      ///< max |d| / max |y|
    double norm = 0;         ///< | ‖x‖ - ‖y‖ | / ‖y‖
    double goldenNorm = 0;   ///< ‖y‖
    double goldenMax = 0;    ///< max |y|
    double goldenLow = 0;    ///< min |y| where all y have one sign, else 0
    double goldenRange = 0;  ///< max y - min y
    bool hasNumbers = false; ///< the numbers above are measured
    bool differs = false;    ///< in any way
    /// Checksums differ while all recorded statistics are the same.
    bool isBitsOnly = false;
    /// The operator itself writes over it: the first input of `add_`, running statistics of a normalisation.
    bool isWrittenOver = false;
    /// A checksum alone differs, of memory that an operator writes over: when it was taken is chance.
    bool isRaced = false;
    bool isBroken = false; ///< NaN or infinities at different places, or another shape that is no share
    bool hasOtherShape = false;
    /// The other shape is that of a cut over the ranks that one side has more: no fact that something is
    /// wrong.
    bool isShare = false;
    /// Rows (first axis) that the target has more, where the shapes differ in nothing else; else 0.
    double moreRows = 0;
    bool isNonFinite = false;  ///< NaN or infinities at different places
    bool hasNonFinite = false; ///< on either side
    bool isMask = false;       ///< what is not finite is -infinity beside finite elements; of recorded ones
    /// Zeros and -10⁴ or less, as is added to keep elements out of a softmax: beside it nothing is rounded.
    bool isAddedMask = false;
    bool isConstant = false; ///< all elements of golden are the same
    /// One float32 that is a decimal of a few digits on both sides (0.5, 0.515), as somebody writes one into
    /// a program: what is computed hardly ever is.
    bool isWritten = false;
    /// The target's are, as files of statistics recorded, and golden's are not, by far more than rounding.
    bool isFilled = false;
    /// No rounding to eight or eleven bits makes the target's numbers, as the recorded extremes show.
    bool isUnrounded = false;
    bool isWhole = false; ///< the extremes are whole numbers and unchanged, as those of indices
    /// Recorded extremes are golden's and sums differ in their last digits alone, as those of the same
    /// elements in another order.
    bool isReordered = false;
    bool isSlight = false; ///< by no more than recorded sums may: no fact that something differs
    /// An integer of which nothing but extremes was recorded, and those agree: not shown to be equal.
    bool hasExtremesOnly = false;
    /// The target has a coarser type than golden here, as next to none of the products of the run has: a cast
    /// too many, and no precision the run was meant to have.
    bool isNarrowed = false;
    /// A mask's number is a hundred times all others, and the error is not that beside it: no size of an
    /// element.
    bool isMostlyMask = false;
    bool isMasked = false; ///< the error is that of elements outside a mask, in units of the largest of them
    /// The numbers are those of the target divided by two to that (dividedBy); 0: as measured.
    int lossExponent = 0;
    bool isOfLargest
        = false; ///< `relative` is no L2 error but that of extremes and mean in units of the largest element

    [[nodiscard]] double goldenRms() const;
    /// Unit roundoff among the smallest numbers of the type, in units of golden's elements.
    [[nodiscard]] double leastUnit() const;
    /// `relative` without the part of a common factor, which is no rounding; all of it for fewer than 16
    /// elements.
    [[nodiscard]] double unscaled() const;
    /// Identifies the golden tensor by values, regardless of its name and the order of its elements.
    using Fingerprint = std::array<NumberKey, 4>;
    Fingerprint fingerprint;
};

/// True for outputs, gradients and tensors of unknown io; all others are inputs of the operator.
[[nodiscard]] bool isMadeByOperator(Io io);

/// Whether rounding may have changed elements of this output by a whole step, so that integers computed from
/// it may differ.
[[nodiscard]] bool mayHaveStepped(const PairTable& pairs, const TensorError& error);

/// The error of a row; without numbers where the pair could not be measured.
[[nodiscard]] TensorError tensorError(const PairTable& pairs, std::size_t row);

} // namespace dumpscope::core
