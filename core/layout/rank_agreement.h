// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layout/rank_places.h"
#include "layout/run_layout.h"

#include <vector>

namespace dumpscope::core {

/// Which of the ranks hold something else than most; none where all agree. Of two that differ it is the
/// second. Errors: Code::Cancelled.
[[nodiscard]] Result<RunLayout::Disagreement> agreementOf(RankPlaces& places,
    const RankPlaces::Holders& holders, const RunLayout::Ranks& ranks, Message reason, TaskContext& task);

/// Of ranks that hold parts of one model: vectors that each of them has whole, as norms, where all others of
/// the kind are equal on these ranks and this one is not. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<RunLayout::Disagreement>> otherVectors(
    RankPlaces& places, const DumpIndex& index, const RunLayout::Ranks& ranks, TaskContext& task);

} // namespace dumpscope::core
