// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::core {

// What a conclusion asks of the pairs and suspects of a comparison. Not for a comparison that still runs.

/// Whether so many operators without a fault have one that is so far off: what is explained is a standard
/// deviation, and the largest of n errors is about √(2 ln n) of them.
[[nodiscard]] bool mayBeByChance(const Suspicion& suspicion);
/// Whether there are suspects, and all are for parameters that are wrong from the step on.
[[nodiscard]] bool areSuspectsMoved(const Comparison& comparison, std::optional<std::int64_t> step);
/// Number of ranks that are compared where golden has none at the pair, and whose tensor may be a share of
/// the data; else 0: all of golden's was put together, or the ranks are known to share a model alone.
[[nodiscard]] std::size_t ranksOfOneGolden(const PairTable& pairs, std::size_t shown);
/// Whether one of several ranks is off and what was recorded of their parts does not tell which.
[[nodiscard]] bool isRankUntold(const PairTable& pairs, std::size_t shown);
/// Whether the row is of what the first operator of its rank and step gives, and looks up by ids of which
/// only extremes are recorded: other ids are not seen there.
[[nodiscard]] bool looksUpUnseenIds(const PairTable& pairs, std::size_t shown);
/// Whether more ranks of the target do what fewer of golden do: rows of a rank are then some of its
/// operators, and their number says nothing of other ranks.
[[nodiscard]] bool isSharedByRanks(const PairTable& pairs);
/// Of the divergences of such ranks: the earliest step wins, then the earliest place in golden's order of
/// execution, then the lowest rank.
[[nodiscard]] std::optional<FirstDivergence> firstOfRanks(
    const std::vector<FirstDivergence>& all, const PairTable& pairs);
/// Whether each tensor is compared with itself: one dump was given as both sides.
[[nodiscard]] bool isComparedWithItself(const PairTable& pairs);
[[nodiscard]] std::size_t pairsOfOtherShapes(const PairTable& pairs);
/// Whether another output fails before, whose inputs do not pass.
[[nodiscard]] bool hasFailingOutputBefore(const PairTable& pairs, const FirstDivergence& first);

/// Operators with something that is not finite and no mask on both sides.
struct NonFiniteOperators {
    std::uint64_t operators = 0;
    bool isAtSamePlaces = true; ///< statistics do not tell
};
[[nodiscard]] NonFiniteOperators nonFiniteOnBothSides(const PairTable& pairs);

/// That files of a side are damaged, so that what is missing of them was not compared: a sentence or none.
[[nodiscard]] std::vector<Message> damageOf(const DumpIndex& index, bool isTarget);

/// What differs in a parameter of a model, as `differencePattern` says it; empty for other tensors.
[[nodiscard]] std::vector<Message> patternOfParameter(
    const PairTable& pairs, std::size_t row, TaskContext& task);

/// That tensors of the target alone hold NaN or infinities, and the first of them; empty: none does.
[[nodiscard]] Message nonFiniteBehind(const PairTable& pairs);
/// Where NaN or infinities show: on which side.
[[nodiscard]] Message nonFiniteHeadline(const PairTable& pairs, std::size_t row);

/// All of it, or of which part of the side of which less was compared.
[[nodiscard]] Message whatIsExplained(const Coverage& coverage);
/// `all` of the differences, explained by rounding.
[[nodiscard]] Message roundingText(const Comparison& comparison, const Message& all);

} // namespace dumpscope::core
