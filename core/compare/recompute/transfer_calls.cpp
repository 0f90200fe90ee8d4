// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/transfer_calls.h"

#include "compare/recompute/dumped_call.h"
#include "compare/suspects/operator_nature.h"
#include "model/recorded_order.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

namespace {

/// Calls of one side of transfers, and where they name the other one.
struct TransferKind {
    std::array<std::string_view, 2> types;
    std::string_view peer;

    [[nodiscard]] bool has(std::string_view type) const
    {
        return std::ranges::find(types, type) != types.end();
    }
};
constexpr TransferKind kSends {{"send", "isend"}, "dst"}, kReceives {{"recv", "irecv"}, "src"};

bool areOfOneRun(const FolderFacts& a, const FolderFacts& b)
{
    return a.step == b.step && a.graphId == b.graphId && a.model == b.model && a.run == b.run;
}

/// A tensor of each call of `rank` with `peer`, in their order.
std::vector<TensorId> callsWith(const DumpIndex& index, const TransferKind& kind, const FolderFacts& facts,
    std::int64_t rank, std::int64_t peer)
{
    constexpr std::size_t kSlot = 1; // behind the tensor
    std::unordered_map<StringId, bool> known;
    std::vector<TensorId> calls;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const TensorId id(i);
        const TensorRow& row = index.tensor(id);
        const auto [type, isNew] = known.try_emplace(row.opType, false);
        if (isNew && row.opType.isValid())
            type->second = kind.has(operatorWord(index.text(row.opType)));
        if (!type->second || index.factsOf(id).rank != rank || !areOfOneRun(index.factsOf(id), facts))
            continue;
        const bool isSameCall = std::ranges::any_of(calls, [&](TensorId call) {
            return index.tensor(call).opName == row.opName
                && executionNumber(index, call) == executionNumber(index, id);
        });
        const auto said
            = isSameCall ? std::vector<double>() : plainArguments(index, id).numbers(kSlot, {kind.peer});
        if (said.size() == 1 && said.front() == static_cast<double>(peer))
            calls.push_back(id);
    }
    std::ranges::stable_sort(calls, {}, [&](TensorId id) { return index.tensor(id).execIndex; });
    return calls;
}

} // namespace

bool receivesFromRank(std::string_view type)
{
    return kReceives.has(type);
}

std::optional<RankTensors> tensorsSent(const DumpIndex& index, TensorId received, std::int64_t from)
{
    const FolderFacts& facts = index.factsOf(received);
    if (!facts.rank || !hasRecordedOrder(index.tensor(received)))
        return std::nullopt;
    const std::vector<TensorId> sends = callsWith(index, kSends, facts, from, *facts.rank),
                                receives = callsWith(index, kReceives, facts, *facts.rank, from);
    const auto own = std::ranges::find_if(receives, [&](TensorId id) {
        return index.tensor(id).opName == index.tensor(received).opName
            && executionNumber(index, id) == executionNumber(index, received);
    });
    if (own == receives.end() || sends.size() != receives.size())
        return std::nullopt;
    const TensorId send = sends[static_cast<std::size_t>(own - receives.begin())];
    return RankTensors {from, tensorsOfExecution(index, index.tensor(send).opName, send)};
}

} // namespace dumpscope::core
