// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/scalar_arguments.h"
#include "compare/tables/pair_table.h"

#include <cstddef>
#include <optional>

namespace dumpscope::core {

/// An operator that was called with another number, truth value or word than golden's.
struct OtherCall {
    std::size_t row = 0;  ///< that shows what it makes
    Message given;        ///< "input 4 is 0.001, golden's 1e-12"
    double error = 0;     ///< relative L2, of the row
    bool isState = false; ///< the row is what its calls before left, as a running mean; else its output
};

/// The first one of which the values show that the argument matters: it was given golden's values bit for bit
/// and gives others, by more than its own types round, or what it keeps from call to call misses its limit.
[[nodiscard]] std::optional<OtherCall> otherCall(const PairTable& pairs);

/// Whether ranks of the target have parts of golden's tensors at the operator of a row, none of which fails,
/// and call it with numbers of their own, as their first row of a vocabulary: golden's is another rightly.
/// `arguments`: of the target.
[[nodiscard]] bool isNumberOfPart(const PairTable& pairs, std::size_t row, ScalarArguments& arguments);

/// Whether the operator of a row was given golden's values, as far as they were compared, and gives others,
/// by however little.
[[nodiscard]] bool givesOthersOfEqual(const PairTable& pairs, std::size_t row);

} // namespace dumpscope::core
