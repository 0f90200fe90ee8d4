// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/explained_error.h"
#include "compare/suspects/suspect.h"
#include "compare/suspects/traced_operator.h"

#include <optional>
#include <string>

namespace dumpscope::core {

/// The strongest evidence against one operator.
struct Evidence {
    SuspectReason reason = SuspectReason::None;
    double score = 0;
    const TensorError* tensor = nullptr; ///< that shows it; not owned
    double explained = 0;                ///< of the error of `tensor`
    double inherited = 0;                ///< relative error of the worst input
    /// How an argument that is no tensor differs; of a wrong input: in the step before.
    Message scalars = {};
    /// Not null: tensors from this one on may hold golden's elements in another order, and the operator shows
    /// it.
    const TensorError* reordered = nullptr;
    double noise = 0;             ///< of the run, as far as it is part of `explained`
    bool hasInputs = true;        ///< some input was compared
    std::size_t inputs = 0;       ///< that were compared
    bool knowsInputs = true;      ///< and all of them have numbers; else `inherited` says nothing
    bool hasExtremesOnly = false; ///< an integer among them is not shown to be equal
    bool looksBefore = true;      ///< something was compared that could have made the error of `tensor`
    bool foundBefore = true;      ///< and some of it differs
    bool hasEffect = true;        ///< an output differs, or none is known
    bool isInheritedBound
        = false; ///< it is at least so large: statistics are all that is known of some input
};

/// "its inputs were not dumped", or "… not measured" where the target's dump has some of the operator.
[[nodiscard]] Message missingInputsText(const PairTable& pairs, std::size_t row);
/// "output 0", "input 1", "parameter"; "the tensor" where its io is not recorded.
[[nodiscard]] Message tensorPlace(const TensorRow& row);
/// An error as in sentences: two significant digits.
[[nodiscard]] std::string errorDigits(double error);
/// A lower bound of an error: two significant digits, never more than it is.
[[nodiscard]] std::string boundDigits(double error);
/// An error in units of what is explained, as in sentences: three significant digits.
[[nodiscard]] std::string timesDigits(double score);
/// Which operator is nearest to being suspect where none is; a phrase. Empty: none was judged.
[[nodiscard]] Message nearestText(const Suspicion& suspicion);
/// "0.5", "at least 0.5": statistics bound an error from below.
[[nodiscard]] Message errorText(double error, PairBasis basis);
/// Which side of a row with other NaN or infinities has any; TargetOnly where nobody counted.
enum class NonFiniteSides : std::uint8_t { TargetOnly, GoldenOnly, Both };
[[nodiscard]] NonFiniteSides nonFiniteSides(const PairTable& pairs, std::size_t row);
/// What `relative` of a tensor is.
[[nodiscard]] ErrorMeasure relativeMeasure(const TensorError& tensor);
/// A sentence with the numbers. For a wrong input it adds that no compared operator explains it, unless
/// `isMakerKnown`.
[[nodiscard]] Message suspectText(
    const Evidence& evidence, const PairTable& pairs, bool isMakerKnown = false);
/// Whether the row is what the run was given: an input, no parameter, before any output of its rank and step
/// in the dump, where its order is recorded.
[[nodiscard]] bool isFed(const PairTable& pairs, std::size_t row);
/// The error that `suspectText` gives.
[[nodiscard]] std::optional<SuspectFigure> suspectFigure(const Evidence& evidence);

} // namespace dumpscope::core
