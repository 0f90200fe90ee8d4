// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/comparison.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// The subject of a sentence about a pair.
enum class ExplanationKind : std::uint8_t {
    Verdict,         ///< the verdict as a whole
    Conclusion,      ///< that the conclusion of the comparison is about this pair
    Suspect,         ///< rank among the suspects, and why, with what it gives computed again
    Counterfactual,  ///< what would be left of the error if the suspect were right
    Memory,          ///< what was written across the memory of an input before it was used
    Error,           ///< the error compared with what inputs and rounding explain
    Truth,           ///< how far both sides are from a third run
    Limit,           ///< one metric that misses its limit, and by how much
    Note,            ///< why something could not be measured
    FirstDifference, ///< the first element that differs, with both values
    Types,           ///< element types that differ, and the size of one rounding
    Alignment,       ///< how shapes were aligned, or what was compared instead of elements
    Pairing,         ///< why these two tensors were paired, where their names do not show it
    Fusion,          ///< a fusion pass that made the operator took effect otherwise in the other run
    Environment,     ///< what was different around the runs, beside the pair of the conclusion
};
[[nodiscard]] std::string_view explanationWord(ExplanationKind kind); ///< `limit`, `first-difference`, …

struct Explanation {
    ExplanationKind kind = ExplanationKind::Verdict;
    Message text;                                        ///< a sentence without a full stop
    std::optional<std::uint64_t> element = std::nullopt; ///< flat index it is about
};

/// Limits that a row is beyond.
struct MissedLimits {
    std::vector<CompiledLimits::Missed> deciding; ///< its verdict is of these
    /// Rounding, noise or a known effect explains that it is beyond these, or NaN or infinities decide.
    std::vector<CompiledLimits::Missed> explained;

    /// Else the reason of the row has to be told.
    [[nodiscard]] bool areTheReason() const { return !deciding.empty() && explained.empty(); }
};
/// `limits` are those the table was judged by.
[[nodiscard]] MissedLimits missedLimits(const PairTable& pairs, std::size_t row, const Limits& limits);

/// Why a pair has its verdict, in the order of ExplanationKind. `limits` are those the comparison was judged
/// by. Reads no files; for a finished comparison or an interrupted one.
[[nodiscard]] std::vector<Explanation> explainPair(
    const Comparison& comparison, std::size_t row, const Limits& limits);

/// The first element that differs, and which others do; reads both tensors. Empty where elements were not
/// compared. A side that cannot be read is a sentence, too. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<Explanation>> explainDifferences(
    const PairTable& pairs, std::size_t row, TaskContext& task);

} // namespace dumpscope::core
