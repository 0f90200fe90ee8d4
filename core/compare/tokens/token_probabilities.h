// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tokens/token_errors.h"

#include <span>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Pairs of golden whose rows are tokens: row of the table and tensor, in the order of execution.
using TokenPairs = std::span<const std::pair<std::uint32_t, TensorId>>;

/// By token; empty where neither the output of a log-softmax nor logits over the vocabulary of the embedding
/// are among the pairs, or the ids of the tokens are not known. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<std::optional<TokenProbability>>> tokenProbabilities(
    const PairTable& pairs, const GoldenTokens& tokens, TokenPairs candidates, TaskContext& task);

} // namespace dumpscope::core
