// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// Ids of runs that are cut otherwise are in no pair: ranks that share the rows of a table are given those of
/// their own rows, and packed ones have another shape. Where they are not golden's, what was given, or the
/// rank that looks up other rows, is the first suspect (docs/culprit.md). Reads ids; without elements there
/// is nothing to say.
void nameOtherIds(const PairTable& pairs, Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
