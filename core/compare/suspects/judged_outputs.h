// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/judged_inputs.h"

namespace dumpscope::core {

/// The evidence of an output: its error in units of what the inputs, its type and the noise of
/// the run explain. Updates place and run with what this output explains of later operators.
[[nodiscard]] Evidence judgeOutput(const TracedOperator& op, const TensorError& output,
    const JudgedInputs& inputs, const UnseenError& unseen, WalkedPlace& place, WalkedRun& run);

} // namespace dumpscope::core
