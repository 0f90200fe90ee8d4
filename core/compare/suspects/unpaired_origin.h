// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

#include <vector>

namespace dumpscope::core {

/// Where the wrong tensor of the first suspect, or of the first one of NaN or infinities, was made by an
/// operator that only the target runs, that operator becomes a suspect before it
/// (`Suspect::targetOnly`). It ran before in the same rank and step, and
/// - has NaN or infinities where these are the evidence; elements of -infinity alone are a mask, which causes
/// no NaN where it leaves finite elements in a row;
/// - or made the wrong tensor itself, by its statistics; for a parameter also in an earlier step;
/// - or is the only one between the last output that agrees and the wrong tensor, and the shapes agree.
/// Statistics that were not recorded are computed, within the byte limit of UnpairedValues.
void blameUnpaired(const PairTable& pairs, const std::vector<UnpairedTensor>& unpairedTarget,
    Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
