// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Operators that only one side runs between the last output that agrees and the first tensor that does not,
/// or that could not be compared. Found by the order of execution of both sides: names with call counts may
/// pair such an operator with a later one of its kind.
struct LoneOperators {
    std::vector<TensorId> target, golden; ///< one tensor of each operator, an output where there is one
    std::string lastAgreeing, first;      ///< operators of the target
    bool isFirst = false;                 ///< the first that does not agree is one of them itself

    /// Sentences, English, without a full stop.
    [[nodiscard]] Message text(const PairTable& pairs) const;
};

/// Before the operator of a row; nothing where its inputs agree, where a parameter is
/// wrong, or where the two sides run altogether different operators.
[[nodiscard]] std::optional<LoneOperators> loneOperatorsBefore(const PairTable& pairs, std::size_t row);
/// Before the first suspect, where they may be the cause: its evidence is neither NaN nor a recomputation,
/// and no other maker of its wrong inputs was found.
[[nodiscard]] std::optional<LoneOperators> loneOperatorsBefore(
    const PairTable& pairs, const Suspect& suspect);
/// Mentions them in the sentence of the first suspect. To be repeated when verdicts change.
void noteLoneOperators(const PairTable& pairs, Suspicion& suspicion);

} // namespace dumpscope::core
