// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "repeat/bit_difference.h"
#include "trend/trend_run.h"

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What tells whether a tensor is the same in two runs; words of docs/contract.md 4 `repeat`.
enum class RepeatBasis : std::uint8_t { None, Statistics, Checksums, Bits };
[[nodiscard]] std::string_view repeatBasisWord(RepeatBasis basis);

/// One tensor that is not the same in all runs.
struct RepeatedDifference {
    std::size_t cell = 0; ///< of the first run
    RepeatBasis basis = RepeatBasis::None;
    /// Number of the run's content: runs of one number hold the same. 0 is that of the first run.
    std::vector<std::uint32_t> contents;
};

/// A numbered call of an operator that one run has and another has not, in a step in which the runs do not
/// call the operator equally often.
struct UnsharedCall {
    std::string name;
    TrendCube::Number rank, step;
    bool isOfFirst = false; ///< the first run has it, not the other
    std::size_t run = 0;    ///< the other, from 1
};

/// What N runs that should be equal have in common.
struct RepeatResult {
    std::size_t runs = 0;
    std::size_t compared = 0; ///< tensors that all runs hold
    std::size_t largest = 0;  ///< tensors of the run that has most
    std::size_t equal = 0;
    /// Whose checksums differ since they were computed before or behind an operator that writes over them.
    std::size_t writtenOver = 0;
    std::size_t unknown = 0;  ///< of which nothing tells whether they are equal
    std::size_t missing = 0;  ///< tensors that not all runs hold
    std::size_t repeated = 0; ///< left out of the run that has most such, as another has their place and step
    std::vector<UnsharedCall> otherCalls;
    std::array<std::size_t, 4> byBasis {};       ///< tensors compared, by RepeatBasis
    std::vector<RepeatedDifference> differences; ///< in the order in which they happened

    /// How the first difference stands to the operator it is of.
    enum class Origin : std::uint8_t {
        None,        ///< there is no difference
        EqualInputs, ///< the operator gives something else from equal inputs
        SomeInputs,  ///< and so it is as far as its inputs could be compared
        InputItself, ///< an input that nothing recorded before has made
        NoInputs,    ///< its inputs were not recorded
        /// All inputs are equal as far as statistics tell, which does not prove it.
        InputsByStatistics,
        OtherArguments, ///< the operator is called with other numbers or words
    };
    Origin origin = Origin::None;
    Message arguments;                 ///< how they differ, the first run as golden; empty for other origins
    std::set<std::int64_t> ranksFirst; ///< ranks that differ at the first difference's place and step
    std::set<std::int64_t> ranksLater; ///< ranks that differ later only
    /// Ranks that hold the tensor, and of which nothing could be compared at the first difference's step.
    std::set<std::int64_t> ranksUnknown;
    std::size_t ranks = 0;
    /// Differences of other tensors in the step of the first, where the order of execution is not known: each
    /// may be before it.
    std::size_t rivals = 0;
    std::size_t oddRun
        = 0; ///< the run that is unlike all others at the first difference; 0: none alone, else from 1
    /// Runs, from 1, in which the tensor of the first difference holds NaN or infinite numbers, and whether
    /// it is known of all.
    std::set<std::int64_t> nonFiniteRuns;
    bool isFinitenessKnown = true;
    bool isWeight = false; ///< the first difference is of a weight that the operator takes
    /// Between the first run, and the first one that differs from it; absent without values.
    std::optional<BitDifference> bits;
    /// Absent where nothing tells it, and where other inputs are all that is known.
    std::optional<RepeatCause> cause;
    DType dtype = DType::Unknown;

    /// Whether the first difference is of what the runs were given, and no weight, which its device may have
    /// spoilt.
    [[nodiscard]] bool isData() const { return origin == Origin::InputItself && !isWeight; }
    /// Whether most tensors of a run are not in all others, so that what is equal says little.
    [[nodiscard]] bool coversLittle() const { return 2 * compared < largest; }
    [[nodiscard]] const RepeatedDifference* first() const
    {
        return differences.empty() ? nullptr : &differences.front();
    }
};

/// Compares runs tensor by tensor: recorded checksums, else values bit by bit, else statistics. The runs are
/// of two dumps or more; tensors belong together by rank, step, names, roles, slots and occurrences. Errors:
/// Code::Usage for fewer than two runs, Code::Cancelled. Tensors that cannot be read are diagnostics and
/// count as unknown.
[[nodiscard]] Result<RepeatResult> compareRepeated(
    std::span<const std::shared_ptr<const TrendRun>> runs, TaskContext& task);

/// The sentences of a result: what differs first, in which runs and on which ranks, in which bits, and what
/// it looks like. One where all is equal.
[[nodiscard]] std::vector<Message> repeatSentences(const TrendRun& first, const RepeatResult& result);

} // namespace dumpscope::core
