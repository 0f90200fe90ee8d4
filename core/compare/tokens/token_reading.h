// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"
#include "compare/tokens/golden_tokens.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <array>
#include <optional>

namespace dumpscope::core {

/// Both sides of a pair as golden has them, NaN where the target has no element, and where their tokens are.
struct TokenPair {
    ElementStream target, golden;
    TokenRuns runs;
};

/// nullopt: a side cannot be read, or its rows are no tokens. Errors: Code::Cancelled.
[[nodiscard]] Result<std::optional<TokenPair>> openTokenPair(
    const PairTable& pairs, std::size_t row, const GoldenTokens& tokens, TaskContext& task);

/// Calls `visit(token, target, golden, count)` with the elements of each token as float64, in their order and
/// in pieces. False: a file shrank meanwhile. Errors: Code::Cancelled.
template<typename Visit>
[[nodiscard]] Result<bool> readByToken(const TokenPair& pair, const Visit& visit, TaskContext& task)
{
    constexpr std::uint64_t kPiece = 16'384;
    const ElementStream target = pair.target.forPass(), golden = pair.golden.forPass();
    ElementStream::Scratch ours, theirs;
    std::array<std::vector<double>, 2> values;
    for (auto& side : values)
        side.resize(kPiece);
    const std::uint64_t inner = pair.runs.inner, count = inner * pair.runs.tokens.size();
    for (std::uint64_t first = 0; first < count; first += kPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kPiece, count - first);
        toDouble(target.read(first, some, ours), values[0].data());
        toDouble(golden.read(first, some, theirs), values[1].data());
        for (std::uint64_t at = first; at < first + some;) {
            const std::uint64_t run = at / inner, end = std::min((run + 1) * inner, first + some);
            if (const std::int32_t token = pair.runs.tokens[run]; token >= 0)
                visit(static_cast<std::size_t>(token), values[0].data() + (at - first),
                    values[1].data() + (at - first), static_cast<std::size_t>(end - at));
            at = end;
        }
    }
    return pair.target.view().bytes.check().has_value() && pair.golden.view().bytes.check().has_value();
}

} // namespace dumpscope::core
