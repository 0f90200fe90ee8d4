// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pair_table.h"
#include "compare/recompute/model_places.h"
#include "compare/suspects/suspect.h"

namespace dumpscope::core {

/// Computes the outputs of the suspects, and of the operators nearest to being suspect, anew from their
/// dumped inputs on both sides, and puts the proven ones first and those that compute right last. Suspects
/// whose inputs are not dumped or whose operator nobody knows stay as they are. Bounded work whatever the
/// sizes. When the task is stopped, what is done stays done.
void recomputeSuspects(
    const PairTable& pairs, const ModelPlaces& places, Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
