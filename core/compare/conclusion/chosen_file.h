// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "compare/comparison.h"

namespace dumpscope::core {

/// Of one checkpoint file beside a folder of several that have parameters of the same names: which of them
/// was compared. Empty where there is no such choice.
[[nodiscard]] Message chosenFile(const Comparison& comparison);

} // namespace dumpscope::core
