// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <optional>

namespace dumpscope::core {

struct Comparison;

/// One side computes what the other computes at once in equal parts of the batch: a rank each, or one after
/// the other in one step (gradient accumulation). What is computed of a part is no tensor of the whole.
struct PartedBatch {
    std::size_t parts = 0;
    bool areRanks = false;
    std::size_t ranks = 0;  ///< of the side that has the parts; several may share one
    bool isOfTarget = true; ///< the target has the parts, else golden

    [[nodiscard]] Message sentence() const;
};

/// By what the first operator of every rank and step of the target is given: golden's shape but for the
/// length of the first axis. Nothing where neither ranks nor repeated operators make up for it.
[[nodiscard]] std::optional<PartedBatch> partedBatch(const Comparison& comparison);

/// Takes verdicts of what is computed of parts, and suspects that rest on it. Parameters keep theirs, and so
/// does what was put together from parts, and NaN.
void withholdParts(Comparison& comparison);

} // namespace dumpscope::core
