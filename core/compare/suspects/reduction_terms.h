// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// A reduction over ranks among the first suspects that adds up right what it was given passes the suspicion
/// on: to the operator of the rank whose term carries the error. Reads the reduction's tensors of all ranks,
/// up to 256 MiB each. When the task is stopped, suspects stay as they are.
void traceReductions(const PairTable& pairs, Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
