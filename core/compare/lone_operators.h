// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pair_table.h"
#include "compare/suspects/suspect.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Operators that one side alone runs between the last output that agrees and the first tensor that does not,
/// or that could not be compared. By the order of execution of both sides: names that count calls may pair
/// them with a later operator of their kind.
struct LoneOperators {
    std::vector<TensorId> target, golden; ///< a tensor of each, outputs where there are any
    std::string lastAgreeing, first;      ///< operators of the target
    bool isFirst = false;                 ///< the first that does not agree is one of them itself

    /// Sentences, English, without a full stop.
    [[nodiscard]] Message text(const PairTable& pairs) const;
};

/// Before the operator of a row; nothing where it was given what golden's was given, where a parameter is
/// wrong, or where the two sides run altogether different operators.
[[nodiscard]] std::optional<LoneOperators> loneOperatorsBefore(const PairTable& pairs, std::size_t row);
/// Before the first suspect, where it may be wrong because of them: its evidence is no NaN and no proof, and
/// nobody else was found who made what it was given.
[[nodiscard]] std::optional<LoneOperators> loneOperatorsBefore(
    const PairTable& pairs, const Suspect& suspect);
/// The first suspect says so; once more where verdicts are others.
void noteLoneOperators(const PairTable& pairs, Suspicion& suspicion);

} // namespace dumpscope::core
