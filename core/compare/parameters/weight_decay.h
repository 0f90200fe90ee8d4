// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/parameters/optimizer_fault.h"
#include "compare/parameters/recorded_parameters.h"

namespace dumpscope::core {

/// Weight decay moves every parameter by the same part of itself, and its norm by that part.
[[nodiscard]] std::optional<OptimizerFault> decayedOtherwise(
    const ParameterPairs& before, const ParameterPairs& after);

} // namespace dumpscope::core
