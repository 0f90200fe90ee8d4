// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing.h"

#include <span>

namespace dumpscope::core {

/// Whether somebody said which tensors are a pair, as a file or a table of operators does.
[[nodiscard]] bool isSaid(PairOrigin origin);

/// Why outputs of one shape of two paired operators are not the same tensor, as the other pairs of the two
/// show: one is given other operands, or more of them. Empty: they may be. `pairs`: of one operator, not
/// empty.
[[nodiscard]] Message whyOutputsDiffer(
    const DumpIndex& target, const DumpIndex& golden, std::span<const TensorPair> pairs);

} // namespace dumpscope::core
