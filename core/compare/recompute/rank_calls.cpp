// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/rank_calls.h"

#include "base/text.h"
#include "io/byte_text.h"
#include "layout/collective_calls.h"
#include "model/recorded_order.h"

#include <algorithm>
#include <map>

namespace dumpscope::core {

std::vector<RankTensors> tensorsOfRanks(const DumpIndex& index, TensorId output)
{
    constexpr std::size_t kMostRanks = 256; // pages of all of them are kept
    const FolderFacts& facts = index.factsOf(output);
    const std::uint32_t execution = executionNumber(index, output);
    std::map<std::int64_t, std::vector<TensorId>> byRank;
    for (const TensorId id : index.tensorsOfOperator(index.tensor(output).opName)) {
        const FolderFacts& others = index.factsOf(id);
        if (others.rank && executionNumber(index, id) == execution && others.step == facts.step
            && others.graphId == facts.graphId && others.model == facts.model && others.run == facts.run)
            byRank[*others.rank].push_back(id);
    }
    if (!facts.rank || byRank.size() < 2 || byRank.size() > kMostRanks)
        return {};
    std::vector<RankTensors> ranks;
    for (auto& [rank, tensors] : byRank)
        ranks.push_back({rank, std::move(tensors)});
    return ranks;
}

Result<std::vector<std::int64_t>> recordedGroup(const DumpIndex& index, TensorId output, TaskContext& task)
{
    const TensorRow& row = index.tensor(output);
    if (row.statisticRow == TensorRow::kNone)
        return std::vector<std::int64_t>();
    const FileId id = index.statisticFile(row.statisticTable);
    const Reader* const reader = index.readerOf(id);
    if (reader == nullptr || reader->info().id != "msprobe")
        return std::vector<std::int64_t>();
    TRY_ASSIGN(const Bytes bytes, index.tree().open(index.filePath(id), index.file(id).size)->map());
    TRY_ASSIGN(std::vector<CollectiveCall> calls, readCollectiveCalls(asText(bytes.span()), task));
    const auto call = std::ranges::find(calls, index.text(row.opName), &CollectiveCall::name);
    if (call == calls.end())
        return std::vector<std::int64_t>();
    std::ranges::sort(call->ranks);
    return std::move(call->ranks);
}

std::optional<std::size_t> placeInList(const DumpIndex& index, TensorId tensor)
{
    const TensorRow& row = index.tensor(tensor);
    const std::string_view entry = row.entry.isValid() ? index.text(row.entry) : std::string_view();
    const std::size_t dot = entry.rfind('.');
    if (dot == std::string_view::npos)
        return std::nullopt;
    const auto place = parseInt(entry.substr(dot + 1));
    return place && *place >= 0 ? std::optional(static_cast<std::size_t>(*place)) : std::nullopt;
}

} // namespace dumpscope::core
