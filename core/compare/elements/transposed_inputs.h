// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pairing/pairing.h"

namespace dumpscope::core {

/// Gives pairs of square matrices that products are computed of a hint that golden is transposed, where its
/// elements say so: in their own order the two differ, across nearly all are equal but for the rounding of
/// the coarser type, and the operator gives about the same: compilers hand a weight to a product as it is
/// stored, and others transpose it before. Where the output is another one, or is not compared, the order is
/// what is wrong.
/// Reads a few elements of each. Errors: Code::Cancelled.
[[nodiscard]] Result<void> hintAtTransposedInputs(
    Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task);

} // namespace dumpscope::core
