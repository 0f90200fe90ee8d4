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

/// What a sentence about a pair is about.
enum class ExplanationKind : std::uint8_t {
    Verdict,         ///< what the limits say as a whole
    Conclusion,      ///< that the conclusion of the comparison is about this pair
    Suspect,         ///< place among the suspects, and why
    Recomputed,      ///< what the operator gives for its dumped inputs
    Error,           ///< how far it is off against what inputs and rounding explain
    Limit,           ///< one metric that misses its limit, and by how much
    Note,            ///< why something could not be measured
    FirstDifference, ///< the first element that differs, with both values
    Types,           ///< element types that differ, and what one rounding is
    Alignment,       ///< how shapes were brought together, or what was compared instead of elements
    Pairing,         ///< why these two tensors, where their names do not say it
};
[[nodiscard]] std::string_view explanationWord(ExplanationKind kind); ///< `limit`, `first-difference`, …

struct Explanation {
    ExplanationKind kind = ExplanationKind::Verdict;
    Message text;                                        ///< a sentence without a full stop
    std::optional<std::uint64_t> element = std::nullopt; ///< flat index it is about
};

/// Why a pair has its verdict, in the order of ExplanationKind. `limits` are those the comparison was judged
/// by. Reads no files; for a finished comparison or an interrupted one.
[[nodiscard]] std::vector<Explanation> explainPair(
    const Comparison& comparison, std::size_t row, const Limits& limits);

/// The first element that differs, and which others do; reads both tensors. Nothing where elements were not
/// compared. A side that cannot be read is a sentence, too. Errors: cancelled.
[[nodiscard]] Result<std::vector<Explanation>> explainDifferences(
    const PairTable& pairs, std::size_t row, TaskContext& task);

} // namespace dumpscope::core
