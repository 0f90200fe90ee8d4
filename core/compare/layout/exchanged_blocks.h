// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"

#include <map>

namespace dumpscope::core {

/// Ranks that hold several blocks of an axis hold them in golden's order: zigzag chunks of a sequence, q, k
/// and v of a fused weight (docs/formats/parallel.md 2). Where one rank's blocks are in order and another's
/// are not, that is a fault and no layout: its blocks are put where they belong and measured there. By
/// golden's tensor. Errors: Code::Cancelled.
[[nodiscard]] Result<void> settleExchangedBlocks(std::map<TensorId, Assembly>& found,
    const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task);

} // namespace dumpscope::core
