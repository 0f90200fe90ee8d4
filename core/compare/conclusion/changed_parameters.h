// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"
#include "compare/tables/pair_table.h"

#include <cstddef>

namespace dumpscope::core {

struct ChangedParameters {
    Message text; ///< how many there are, and the first of them with its type; empty: it is no such copy
    std::size_t first = 0; ///< row of the pair table
};

/// Of two checkpoints that are bit for bit the same for the most part: the parameters that are not. A run has
/// noise, what is stored has none, so no limit excuses them. Most parameters are equal, or most elements of
/// each. None where there are other tensors than parameters, where most differ, as after training, and where
/// none does.
[[nodiscard]] ChangedParameters changedParameters(const PairTable& pairs, TaskContext& task);

} // namespace dumpscope::core
