// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits/limits.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace dumpscope::core {

struct Comparison;
struct JudgedOutput;

/// Whether errors of inputs and rounding explain the failing pairs of a comparison without suspects.
/// The comparison must outlive this. Not thread-safe.
class FailureExplanation {
public:
    explicit FailureExplanation(const Comparison& comparison);
    /// The error was measured and is below kSuspectScore times what is explained; or the operator
    /// gives its output when it is recomputed; or it is a known effect of runs without a fault.
    [[nodiscard]] bool explains(std::size_t row) const;
    /// By their size, errors of the inputs may have caused the error, also where the limits do not allow for
    /// that.
    [[nodiscard]] bool mayFollow(std::size_t row) const;
    enum class By : std::uint8_t { Nothing, Rounding, KnownEffect, Recomputing, Chance };
    /// What explains a row that is beyond the limits of a single pair.
    [[nodiscard]] By explainedBy(std::size_t row) const;
    struct Unexplained {
        std::uint64_t count = 0;
        std::optional<std::size_t> first; ///< of the earliest step
        /// By their size, errors of inputs may have caused all of them; they only exceed the limits.
        bool mayFollow = false;
    };
    /// The rows of this verdict that are not explained: those that inputs cannot have caused; if there are
    /// none, the others (`mayFollow`).
    [[nodiscard]] Unexplained unexplained(Verdict verdict) const;
    /// Whether all elements were measured and are equal numbers, or NaN, in other bits.
    [[nodiscard]] bool differsInBitsOnly(std::size_t row) const;
    /// Of a row that is not explained: a sentence, English, without a full stop.
    [[nodiscard]] Message whyNot(std::size_t row) const;
    /// Whose error `whyNot` gives; null where it gives none.
    [[nodiscard]] const JudgedOutput* toldOutput(std::size_t row) const;
    /// Whether that error is at least so large, as only statistics were compared.
    [[nodiscard]] bool isBound(const JudgedOutput& output) const;
    /// Whether the bits of the row differ and nothing measured distinguishes a fault from rounding.
    [[nodiscard]] bool showsBitsOnly(std::size_t row) const;

    /// The effect of runs without a fault that explains a row; null where none does.
    [[nodiscard]] const Message* knownEffect(std::size_t row) const;
    /// Those of several rows, each with the number of them, the commonest first; sentences.
    [[nodiscard]] std::vector<Message> knownEffects(std::span<const std::size_t> rows) const;

    /// For any row: how far it is off and whether that is explained, in words.
    [[nodiscard]] Message howFar(std::size_t row) const;

    /// By its size and by what came in, whatever the limits say.
    [[nodiscard]] bool fits(std::size_t row) const;

private:
    using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>; ///< rank, step
    [[nodiscard]] bool isKnownEffect(std::size_t row) const;
    [[nodiscard]] bool isQuantisedOtherwise(std::size_t row) const;
    [[nodiscard]] bool steppedBefore(std::size_t row) const;
    /// Whether statistics show a difference before it, in its step or an earlier one of the rank.
    [[nodiscard]] bool differedBefore(std::size_t row) const;
    [[nodiscard]] Place placeOf(std::size_t row) const;

    const Comparison& m_comparison;
    std::unordered_set<std::size_t> m_recomputed; ///< rows of operators that compute right
    std::unordered_set<std::size_t> m_byChance;   ///< rows of Suspicion::byChance
    /// The first output of every rank and step that may have fallen to the other side of a step; made when it
    /// is asked for.
    mutable std::optional<std::map<Place, std::size_t>> m_stepped;
    mutable std::optional<std::map<Place, std::size_t>> m_differing; ///< likewise of measured differences
};

} // namespace dumpscope::core
