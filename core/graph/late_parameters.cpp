// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/late_parameters.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostReaders = 256; ///< of a parameter that are looked at
using RankStep = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;

/// The earliest time at which anything of what reads `parameter` was written, by rank and step. Nodes without
/// tensors (`Load`, `Depend`) hand it on.
std::map<RankStep, std::uint64_t> firstReads(
    NodeId parameter, const Graph& graph, const DumpIndex& dump, const GraphMatch& match)
{
    std::map<RankStep, std::uint64_t> reads;
    std::vector<NodeId> from {parameter};
    for (std::size_t i = 0; i < std::min(from.size(), kMostReaders); ++i) {
        for (const NodeId reader : graph.consumers(from[i])) {
            const auto tensors = match.tensorsOf(reader);
            if (tensors.empty() && std::ranges::find(from, reader) == from.end())
                from.push_back(reader);
            for (const TensorId id : tensors) {
                const std::uint64_t time = dump.tensor(id).timestamp;
                if (time == 0)
                    continue;
                const FolderFacts& facts = dump.factsOf(id);
                const auto [known, isNew] = reads.try_emplace({facts.rank, facts.step}, time);
                if (!isNew)
                    known->second = std::min(known->second, time);
            }
        }
    }
    return reads;
}

} // namespace

std::vector<TensorId> lateParameters(const Graph& graph, const DumpIndex& dump, const GraphMatch& match)
{
    std::vector<TensorId> late;
    for (std::size_t node = 0; node < graph.nodes().size(); ++node) {
        if (graph.nodes()[node].kind != NodeKind::Parameter || match.tensorsOf(NodeId(node)).empty())
            continue;
        const std::map<RankStep, std::uint64_t> reads = firstReads(NodeId(node), graph, dump, match);
        for (const TensorId id : match.tensorsOf(NodeId(node))) {
            const FolderFacts& facts = dump.factsOf(id);
            const auto read = reads.find({facts.rank, facts.step});
            if (read != reads.end() && dump.tensor(id).timestamp > read->second)
                late.push_back(id);
        }
    }
    return late;
}

} // namespace dumpscope::core
