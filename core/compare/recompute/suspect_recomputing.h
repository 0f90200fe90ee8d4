// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/recompute/model_places.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// Recomputes the outputs of the suspects, and of the operators nearest to being suspect, from their
/// dumped inputs on both sides; moves proven ones to the front and those that compute right to `cleared`.
/// Suspects whose inputs are not dumped or whose operator is not supported stay as they are. The work is
/// bounded for any size. When the task is stopped, finished changes stay.
void recomputeSuspects(
    const PairTable& pairs, const ModelPlaces& places, Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
