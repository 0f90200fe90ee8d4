// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pair_table.h"
#include "compare/suspects/suspect.h"

namespace dumpscope::core {

/// An operator among the first suspects whose input was compared on another rank, which made it, and which
/// was given something else itself, passes the suspicion on to what gave it that: a transfer between ranks.
/// When the task is stopped, suspects stay as they are.
void traceReceivedValues(const PairTable& pairs, Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
