// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/tensor_view.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// In which elements and bits two tensors of one type and shape differ that should be equal, in C order of
/// the logical tensor. NaN of other bits differ, and so do 0 and -0.
struct BitDifference {
    std::uint64_t elements = 0, differing = 0;
    std::uint32_t elementBits = 0;     ///< of an unpacked element
    std::uint64_t flips = 0;           ///< bits that differ, of all elements
    std::vector<std::uint64_t> byBit;  ///< elements in which this bit differs, lowest bit first
    std::uint64_t first = 0, last = 0; ///< flat indices
    bool isOneBitEach = true;          ///< no element differs in more than one bit
    /// Row and column of the last axis, where one holds them all and there are several.
    std::optional<std::uint64_t> row, column;
    /// Bytes of a block that is aligned in the dense tensor and holds all differing elements: 32 or 512; 0:
    /// of none, or the tensor is no larger than that.
    std::uint32_t block = 0;
    std::optional<std::uint32_t> lane; ///< flat index modulo 16, where it is the same for three and more
    bool hasNonFinite = false;         ///< a differing element is NaN or infinite in one of the two
    std::uint64_t nans = 0;            ///< differing elements that are NaN in both
    double largest = 0;                ///< largest magnitude of a finite element of the first tensor
    double usual = 0;                  ///< likewise of those that do not differ
    /// Of the second tensor to the first, where it is nearly the same for three and more, and no rounding;
    /// zero is none.
    std::optional<double> factor;
    bool isZeroInOne = false; ///< several differ, and all of them are zero in one of the two
    double farthest = 0;      ///< largest distance of differing finite elements
    bool isFloating = false;
};

/// Errors: Code::BadShape where type or shape differ, those of ElementStream, Code::ChangedWhileRead,
/// Code::Cancelled.
[[nodiscard]] Result<BitDifference> bitDifference(
    const TensorView& a, const TensorView& b, TaskContext& task);

/// What a difference between runs that should be equal looks like; words of docs/contract.md 4 `repeat`.
enum class RepeatCause : std::uint8_t {
    FlippedBit,
    SummationOrder,
    Race,
    Unclear,
    RandomNumbers,  ///< never by bits alone: the operator draws random numbers
    InitialWeights, ///< never by bits alone: the runs begin with other weights
};
[[nodiscard]] std::string_view repeatCauseWord(RepeatCause cause);
[[nodiscard]] RepeatCause causeOf(const BitDifference& difference, DType dtype);
/// "1 of 4096 elements differs, in one bit: bit 23 of element 77".
[[nodiscard]] Message bitDifferenceText(const BitDifference& difference);
/// "one flipped bit: …", with what speaks for it; of a cause by bits.
[[nodiscard]] Message causeText(const BitDifference& difference, RepeatCause cause);

} // namespace dumpscope::core
