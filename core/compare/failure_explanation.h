// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

namespace dumpscope::core {

struct Comparison;

/// Whether what came in and rounding explain the failing pairs of a comparison in which nobody is suspect.
/// Borrows the comparison.
class FailureExplanation {
public:
    explicit FailureExplanation(const Comparison& comparison);
    /// The error has numbers, was held against what is explained, and is not far beyond it; or the operator
    /// gives its output when it is computed again; or it is known of runs without a fault.
    [[nodiscard]] bool explains(std::size_t row) const;
    /// What came in may have made the error, by its size, also where the limits do not let that pass.
    [[nodiscard]] bool mayFollow(std::size_t row) const;
    enum class By : std::uint8_t { Nothing, Rounding, KnownEffect, Recomputing };
    /// What explains a row that is beyond the limits of a pair alone.
    [[nodiscard]] By explainedBy(std::size_t row) const;
    struct Unexplained {
        std::uint64_t count = 0;
        std::optional<std::size_t> first; ///< of the earliest step
        /// Their size may have come in; they are only more than the limits let rounding make.
        bool mayFollow = false;
    };
    /// The rows of this verdict that are not explained; only where there are none those that may follow.
    [[nodiscard]] Unexplained unexplained(Verdict verdict) const;
    /// Of a row that is not explained: a sentence, English, without a full stop.
    [[nodiscard]] Message whyNot(std::size_t row) const;
    /// Whether the row has other bits and nothing that tells a fault from rounding.
    [[nodiscard]] bool showsBitsOnly(std::size_t row) const;

    /// Of any row: "is off by 1.7 times what came in and rounding explain (suspect above 3)".
    [[nodiscard]] Message howFar(std::size_t row) const;

private:
    /// By its size and by what came in, whatever the limits say.
    [[nodiscard]] bool fits(std::size_t row) const;
    [[nodiscard]] bool isKnownEffect(std::size_t row) const;
    [[nodiscard]] bool steppedBefore(std::size_t row) const;

    const Comparison& m_comparison;
    std::unordered_set<std::size_t> m_recomputed; ///< rows of operators that compute right
    /// The first output of every rank and step that may have fallen to the other side of a step; made when it
    /// is asked for.
    using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;
    mutable std::optional<std::map<Place, std::size_t>> m_stepped;
};

} // namespace dumpscope::core
