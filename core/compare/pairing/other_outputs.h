// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/gate_projections.h"
#include "compare/pairing/pairing.h"

#include <span>

namespace dumpscope::core {

/// Whether somebody said which tensors are a pair, as a file or a table of operators does.
[[nodiscard]] bool isSaid(PairOrigin origin);

/// Why the operators of a pair are not the same although they are called the same: one side's activation is
/// that of a gate and multiplies the halves that it is given, as `SiluAndMul`; one side's layer leaves it to
/// the next one to add its residual. Empty: they may be. `targetGates`, `goldenGates`: of the two indexes.
[[nodiscard]] Message whyOperatorsDiffer(const DumpIndex& target, const DumpIndex& golden,
    const TensorPair& pair, GateProjections& targetGates, GateProjections& goldenGates);

/// Why what two normalisations of one name are given is not the same: one adds a residual first, as those of
/// vLLM and SGLang do. Empty: it may be.
[[nodiscard]] Message whyInputsDiffer(
    const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair);

/// Why outputs of one shape of two paired operators are not the same tensor, as the other pairs of the two
/// show: one is given other operands. Empty: they may be. `pairs`: of one operator, not
/// empty.
[[nodiscard]] Message whyOutputsDiffer(
    const DumpIndex& target, const DumpIndex& golden, std::span<const TensorPair> pairs);

} // namespace dumpscope::core
