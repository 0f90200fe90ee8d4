// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// Of two checkpoints that are bit for bit the same for the most part: how many parameters are not, and the
/// first of them. A run has noise, what is stored has none, so no limit excuses them. Empty where there are
/// other tensors than parameters, where most differ, as after training, and where none does.
[[nodiscard]] Message changedParameters(const PairTable& pairs);

} // namespace dumpscope::core
