// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tokens/token_reading.h"

#include "compare/layout/assembled_elements.h"
#include "compare/measuring/pair_alignment.h"

namespace dumpscope::core {

Result<std::optional<TokenPair>> openTokenPair(
    const PairTable& pairs, std::size_t row, const GoldenTokens& tokens, TaskContext& task)
{
    using Opened = std::optional<TokenPair>;
    const TensorPair& pair = pairs.row(row).pair;
    auto sides
        = openPairViews(pair, TensorStore(pairs.target().index), TensorStore(pairs.golden().index), task);
    TRY_VOID(task.checkStop());
    if (!sides)
        return Opened();
    const Reconciled aligned = alignSides(pair, std::move(sides->target), std::move(sides->golden),
        pairs.target().index->tensor(pair.target).format, nullptr);
    if (!aligned.mismatch.empty())
        return Opened();
    auto target = ElementStream::make(aligned.target, Order::Logical);
    auto golden = ElementStream::make(aligned.golden, Order::Logical);
    if (!target || !golden || target->count() != golden->count())
        return Opened();
    auto runs = tokens.runsOf(pair.golden, golden->shape());
    if (!runs || runs->inner == 0 || runs->inner * runs->tokens.size() != golden->count())
        return Opened();
    return Opened(TokenPair {std::move(*target), std::move(*golden), std::move(*runs)});
}

} // namespace dumpscope::core
