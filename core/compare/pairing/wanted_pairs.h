// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"
#include "compare/recorded_run.h"

#include <string>
#include <vector>

namespace dumpscope::core {

/// What is asked of two sides before anything is measured. Refers to what it is made of.
struct PairsWanted {
    const ComparisonSide& target;
    const ComparisonSide& golden;
    const std::string& filter; ///< of the target; golden is asked for unpaired tensors only
    const PairingOptions& options;
    const RecordedRun* recorded = nullptr; ///< its rules hold where the options name none
};

/// The pairs that are compared, in the order they are measured in: the target's, or golden's where only that
/// one recorded an order. What the filter looks at is measured for it. Errors: those of pairSides and of the
/// filter.
[[nodiscard]] Result<Pairing> wantedPairs(const PairsWanted& wanted, TaskContext& task);

/// The pairs follow the order of execution that the index of one side recorded.
[[nodiscard]] bool arePairsOrdered(
    const std::vector<TensorPair>& pairs, TensorId TensorPair::*tensor, const DumpIndex& index);

} // namespace dumpscope::core
