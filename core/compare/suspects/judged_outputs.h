// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/judged_inputs.h"

namespace dumpscope::core {

/// The evidence that an output is: how far it is off in units of what the inputs, its type and the noise of
/// the run explain. Tells the place and the run what it explains of what comes behind.
[[nodiscard]] Evidence judgeOutput(const TracedOperator& op, const TensorError& output,
    const JudgedInputs& inputs, const UnseenError& unseen, WalkedPlace& place, WalkedRun& run);

} // namespace dumpscope::core
