// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/run_sketches.h"
#include "compare/layout/token_map.h"
#include "compare/pairing/pairing.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace dumpscope::core {

using Step = std::optional<std::int64_t>;
using RankStep = std::pair<std::optional<std::int64_t>, Step>; ///< of the target

/// Where tokens of a step of golden stand in some processes of the target.
struct TokenGroup {
    Step golden;
    std::set<RankStep> targets;
    std::shared_ptr<const TokenMap> tokens;
    /// Ids of both sides say so: with the others of its step of golden it has every token, the rest is
    /// padding.
    bool isKnown = false;
};

/// The integers that come first, and those of their kind on other ranks and in other steps: the ids of
/// tokens, with one or two axes longer than 1. Ascending.
[[nodiscard]] std::vector<TensorId> tokenIdsOf(const ComparisonSide& side);

/// What tensors of several classes of operators agree on: which token of golden is which of the target, where
/// that is not the same place. Tokens are told apart by activations behind attention; those of padding, which
/// are alike, are of none. A fault in some operators is outvoted by the others. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<TokenGroup>> findTokenMaps(const ComparisonSide& target,
    const ComparisonSide& golden, const RunSketches& sketches, TaskContext& task);

} // namespace dumpscope::core
