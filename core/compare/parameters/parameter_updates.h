// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace dumpscope::core {

struct Comparison;

/// Tensors of the updates of parameters that both sides compute by other operators, as where one of them runs
/// a fused optimizer, or one side by operators of which its dump has nothing. Nothing of an update is wrong
/// because of that, and what it gives shows in the parameters of the next step.
struct ParameterUpdates {
    std::uint64_t target = 0, golden = 0; ///< that were not compared
};

/// An update is what a rank runs behind the last backward operator of a step, where a third of the operators
/// change a tensor in place and at most a fifth of the tensors was compared. Nothing where the order of
/// execution is not known.
[[nodiscard]] ParameterUpdates parameterUpdates(const Comparison& comparison);

} // namespace dumpscope::core
