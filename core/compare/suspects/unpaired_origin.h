// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pair_table.h"
#include "compare/suspects/suspect.h"

#include <vector>

namespace dumpscope::core {

/// Where the first suspect shows what an operator made that only the target has, this operator goes before it
/// (`Suspect::targetOnly`). It ran before in the same rank and step, and
/// - has NaN or infinities where these are what is wrong. Elements of -infinity alone are a mask, out of
/// which
///   no NaN comes where it leaves something;
/// - or gave the very tensor that is wrong, by its statistics; of a parameter also in an earlier step;
/// - or is the only one between the last output that agrees and the wrong tensor, and the shapes agree.
/// Statistics that were not recorded are computed, of so many bytes at most.
void blameUnpaired(const PairTable& pairs, const std::vector<UnpairedTensor>& unpairedTarget,
    Suspicion& suspicion, TaskContext& task);

} // namespace dumpscope::core
