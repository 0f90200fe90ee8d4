// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// An operator among the first suspects whose input was compared where it was made, and which was given
/// something else itself, passes the suspicion on to what gave it that: a transfer between ranks, or an
/// operator that golden has not. When the task is stopped, suspects stay as they are.
void traceReceivedValues(const PairTable& pairs, Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
