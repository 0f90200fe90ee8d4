// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/token_maps.h"
#include "tensor/shape.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// A token of a sequence, and where a run was given it.
struct SequenceToken {
    std::int64_t id = 0;
    Step step;
    std::size_t place = 0; ///< in C order of the ids of its step
};

/// The sequences that one rank of a run works on, over its steps.
struct TokenSequences {
    std::map<Step, Shape> extents; ///< of the ids of a step, without axes of length 1
    std::vector<std::vector<SequenceToken>> sequences;
};

/// What the ids of a rank say: rows of a batch without their padding, as the mask or the ids show it, or
/// packed tokens, which begin anew where their positions do. Later steps of one token each continue the
/// sequences, those of their positions, else in the same order; another batch begins others. Nothing: ids
/// were not recorded, or it is not known where a sequence begins; steps from the first one on that cannot be
/// told are left out. Errors: Code::Cancelled.
[[nodiscard]] Result<std::optional<TokenSequences>> tokenSequencesOf(
    const ComparisonSide& side, std::optional<std::int64_t> rank, TaskContext& task);

} // namespace dumpscope::core
