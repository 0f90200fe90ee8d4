// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/strong_id.h"
#include "compare/counterfactual/counterfactual.h"
#include "compare/recompute/recomputation.h"
#include "compare/suspects/loss_scale.h"
#include "tensor/dtype.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Why an operator is suspect.
enum class SuspectReason : unsigned char {
    None,
    Growth,         ///< more error than its inputs and rounding explain
    WorstElement,   ///< the same for the worst element
    NormChange,     ///< the same for the norm, which is all that statistics show of small errors
    WrongInput,     ///< a wrong input that no earlier operator explains: a parameter, a constant, a gap
    WrongScalar,    ///< an argument that is no tensor differs, and the output is wrong
    WrongChoice,    ///< an integer or truth among the inputs differs: an attribute, a mask, an index
    NonFinite,      ///< NaN or infinities originate here
    NonFiniteInput, ///< NaN or infinities in an input that no compared operator made
    ShapeChange,    ///< the output has another shape
    Bits,           ///< checksums: inputs are the same, the output is not
    Unexplained,    ///< beyond the limits and not explained, where there is no other suspect
    Fault,          ///< what the conclusion names although no operator shows it (Conclusion::fault)
};
[[nodiscard]] constexpr bool isOfNonFinite(SuspectReason reason)
{
    return reason == SuspectReason::NonFinite || reason == SuspectReason::NonFiniteInput;
}

/// How far a tensor is off, in which units.
enum class ErrorMeasure : unsigned char {
    RelativeL2,
    PartL2,       ///< the same of the target's own part of what is put together
    OfLargest,    ///< extremes and mean in units of the largest element
    WorstElement, ///< one element in units of the largest one
    Norm,         ///< the relative change of the norm
};

/// The error that the sentence of a suspect gives, for tables and plots beside it: there it has the same
/// digits (`errorDigits`).
struct SuspectFigure {
    ErrorMeasure measure = ErrorMeasure::RelativeL2;
    double error = 0;
    bool isBound = false;            ///< the error is at least so large
    bool isInput = false;            ///< of an input, else of an output
    std::optional<double> inherited; ///< of the worst input, where the sentence says it beside an output
};

/// An operator whose output is wrong by more than its inputs and rounding explain (docs/contract.md 4
/// `suspects`).
struct Suspect {
    std::string opName, opType;
    std::string run; ///< empty where there is one
    std::optional<std::int64_t> rank, step;
    std::vector<std::int64_t> ranks; ///< all that are off where a pair is put together (nameRanks), ascending
    std::uint64_t order = 0;         ///< place of the operator within its rank and step
    double score = 0;                ///< error in units of what is explained; infinite for hard evidence
    std::optional<double> ownError;  ///< relative L2 error of the worst output; absent: not measured
    std::optional<double> inheritedError; ///< the same for the worst input; absent also where none was dumped
    bool isOwnBound = false, isInheritedBound = false; ///< it is at least so large: of statistics
    std::optional<SuspectFigure> figure;               ///< absent where `why` gives no error of a tensor
    SuspectReason reason = SuspectReason::None;
    Message why;      ///< a sentence with the numbers
    Message whyAlone; ///< `why` before operators of one side only were added to it; empty: the same
    Message whyMade;  ///< `why` for use where the maker of a wrong input was found; empty: the same
    std::vector<std::size_t> pairs; ///< rows of the table that show it: the output first, then inputs
    bool isReordered = false;       ///< what it was given holds golden's elements in another order
    bool hasWrongInput = false;     ///< a parameter, constant or argument is wrong that nobody computed
    /// What an operator that only the target has made; `pairs` are then those of the operator that shows it.
    /// Invalid where the suspect has pairs of its own.
    TensorId targetOnly;
    TensorId
        goldenOnly; ///< likewise what an operator that only golden has made, golden's for the wrong tensor
    /// Slot of an input that is no tensor and is what is wrong, where no output shows it.
    std::optional<std::int32_t> wrongArgument;
    /// What would be left of the error behind it; absent where that was not asked for.
    std::optional<Counterfactual> counterfactual;
    std::optional<Recomputation> recomputed; ///< absent where inputs or knowledge of the operator are missing
};

/// The error of one output and how much of it its inputs, its type and the noise of the run explain.
struct JudgedOutput {
    using Measure = ErrorMeasure;
    std::size_t row = 0;                   ///< of the pair table
    Measure measure = Measure::RelativeL2; ///< for which error / explained is largest
    double error = 0, explained = 0;       ///< by that measure
    double inherited = 0;                  ///< relative L2 error of the worst input
    bool hasInputs = true;                 ///< some input was compared
    bool knowsInputs = true;               ///< all of them were measured; else `inherited` is incomplete
    bool areIntegersUnseen = false; ///< nothing but integers of which only extremes are recorded was not
    double gated = 0;               ///< relative L2 error explained by gates on the way to this output
    bool isUpdate = false;          ///< a step of an optimizer, which is as large for the smallest gradient
};

/// A difference that also runs without a fault show, and why.
struct KnownEffect {
    std::size_t row = 0; ///< of the pair table
    Message text;        ///< a sentence
};

/// The suspects of a comparison (docs/culprit.md).
struct Suspicion {
    std::vector<Suspect> suspects; ///< most likely culprit first; empty: nothing beyond rounding
    std::vector<Suspect> cleared;  ///< would be suspect, but their outputs follow from their inputs
    /// Would be suspect, but one of so many operators may be so far off by chance, and no limit is missed;
    /// worst first.
    std::vector<Suspect> byChance;
    std::vector<Suspect> near;         ///< not suspect, but with more error than is explained; worst first
    std::vector<JudgedOutput> outputs; ///< that have numbers, ascending row
    std::vector<KnownEffect> effects;  ///< not suspect although far off, ascending row
    std::vector<LossScale> lossScales; ///< by rank and step; errors of gradients are without the factor
    double noise = 0;                  ///< relative error that the run shows everywhere
    bool isPipeline = false;           ///< ranks are stages that number their layers through
    double choice = 0; ///< relative error that near-ties brought (a router), 0 where none shows
    /// The first tensor that statistics show to hold golden's elements in another order, as of a permuted
    /// batch.
    std::optional<std::size_t> reordered;
    /// Parameters of one side are the other's rounded to it (allowForRounding).
    std::optional<DType> rounded;
    std::string rounding;     ///< the coarsest type that something differs in; empty: float32 or finer
    std::uint64_t judged = 0; ///< operators whose outputs could be judged
    std::string closest;      ///< the operator nearest to being suspect where there is none
    double closestScore = 0;
    [[nodiscard]] const std::string& nearestName() const
    {
        return byChance.empty() ? closest : byChance.front().opName;
    }
    [[nodiscard]] double nearestScore() const
    {
        return byChance.empty() ? closestScore : byChance.front().score;
    }
    Message note; ///< why nodes of a model could not be run again; empty if nothing is missing
};

/// An operator is suspect when its error is more than this times what is explained. The explained error is a
/// root mean square of independent contributions, so this is three standard deviations.
inline constexpr double kSuspectScore = 3;

} // namespace dumpscope::core
