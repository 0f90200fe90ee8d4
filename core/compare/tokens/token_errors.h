// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/tables/execution_rows.h"
#include "compare/tables/pair_table.h"
#include "compare/tokens/golden_tokens.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// What the sides make the logarithm of the probability of the token that comes next, where it is dumped or
/// follows from dumped logits.
struct TokenProbability {
    double target = 0, golden = 0;
    std::uint32_t row = 0; ///< of the pair table

    [[nodiscard]] double difference() const { return target - golden; }
};

/// Relative L2 error by token of golden and layer, over the outputs of operators whose rows are tokens.
struct TokenErrors {
    /// The output of the row that is farthest off at the token, relative to golden's token, or to a tenth of
    /// what its tokens are on average where that is larger.
    struct Cell {
        float error = std::numeric_limits<float>::quiet_NaN(); ///< NaN: nothing is compared there
        std::uint32_t row = 0;                                 ///< of the pair table
    };
    struct First {
        std::size_t token = 0, row = 0; ///< of `tokens` and `rows`
        Cell cell;
    };

    std::vector<GoldenToken> tokens;
    std::vector<ExecutionRows::Row> rows;                       ///< in golden's order of execution
    std::vector<Cell> cells;                                    ///< row by row
    std::vector<std::optional<TokenProbability>> probabilities; ///< by token; empty: of none
    double noise = 0;           ///< what outputs of the run are usually off by
    std::optional<First> first; ///< absent: none is off by more than noise, or no order is known
    TokenPadding padding;
    std::size_t uncompared = 0;                 ///< positions that no output has on both sides
    std::optional<std::int64_t> rank;           ///< of golden, that is shown; absent: there is one
    std::vector<std::int64_t> otherFailedRanks; ///< of golden, with failed outputs
    bool areIdsKnown = false;
    bool areTokensLeftOut = false; ///< there are more than GoldenTokens::kMostTokens
    std::size_t unread = 0;        ///< pairs that cannot be read

    [[nodiscard]] const Cell& at(std::size_t row, std::size_t token) const
    {
        return cells[row * tokens.size() + token];
    }
    /// Larger errors are more than noise.
    [[nodiscard]] double leastFar() const;
    [[nodiscard]] bool isFar(double error) const { return error > leastFar(); }
};

/// Of the rank of golden that `at` is of, else the first. Reads every output once. Errors: Code::Cancelled.
[[nodiscard]] Result<TokenErrors> tokenErrors(
    const PairTable& pairs, std::optional<TensorId> at, TaskContext& task);

/// "token 5 of sequence 0, id 1234".
[[nodiscard]] Message tokenText(const TokenErrors& errors, std::size_t token);
/// What is said of them: the first token that is off, the probabilities, what is left out.
[[nodiscard]] std::vector<Message> tokenSentences(const TokenErrors& errors, const PairTable& pairs);
/// Why there are none.
[[nodiscard]] Message noTokensText(const PairTable& pairs);

} // namespace dumpscope::core
