// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dumpscope::core {

struct Comparison;

// What tensors without a partner say about the pairs. Not for a comparison that still runs.

/// The operators that one side alone has before the pair of `row`, of its rank and step: a reason for each
/// side that has some, unless they are so many that the programs are not the same.
[[nodiscard]] std::vector<Message> unpairedBefore(const Comparison& comparison, std::size_t row);
/// That golden's ranks exchange what the target's do not; empty: no collective of a rank that both have is
/// left, or the runs are cut otherwise.
[[nodiscard]] Message unpairedCollectives(const Comparison& comparison);
/// That tensors of the target without a partner hold NaN, by what was recorded; empty: none does.
[[nodiscard]] Message unpairedNan(const Comparison& comparison);
/// Number of pairs that were found because their values are equal, where these are most of all and tensors
/// that could be a pair are left on both sides: one that differs would be among these. Else 0.
[[nodiscard]] std::uint64_t pairsThatCannotDiffer(const Comparison& comparison);

} // namespace dumpscope::core
