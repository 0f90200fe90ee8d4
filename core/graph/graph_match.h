// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "model/operator_name_match.h"
#include "records/graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Which entries of a dump can belong to a graph. What is not known on either side does not restrict.
struct MatchScope {
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> graphId;
};

/// The entries of a dump (its tensor rows) that belong to the nodes of a graph.
struct GraphMatch {
    /// An operator of the dump without a node.
    struct Unmatched {
        TensorId first;
        std::uint32_t entries = 0;
        std::string reason;
    };
    /// A node without entries.
    struct Silent {
        NodeId node;
        std::string reason;
    };

    std::vector<NameRule> rules; ///< per node: how its entries were found
    std::vector<Unmatched> unmatched;
    std::vector<Silent> silent; ///< nodes with an operator type only
    std::uint64_t entries = 0, matchedEntries = 0;
    std::uint64_t operators = 0, matchedOperators = 0; ///< nodes with an operator type

    /// Entries of a node, ascending.
    [[nodiscard]] std::span<const TensorId> tensorsOf(NodeId node) const
    {
        const std::uint32_t begin = starts[node.value()];
        return std::span(tensors).subspan(begin, starts[node.value() + 1] - begin);
    }
    /// Share of the entries with a node, 0..1; 0 when there are no entries.
    [[nodiscard]] double share() const
    {
        return entries == 0 ? 0.0 : static_cast<double>(matchedEntries) / static_cast<double>(entries);
    }

    std::vector<std::uint32_t> starts; ///< into `tensors`, per node + 1
    std::vector<TensorId> tensors;
};

/// Assigns entries to nodes: by the exact name, the sanitised name (the operator type decides between
/// several, else the names are reported), the short name, the position in the execution order, the name
/// without `-op<N>` in order of the numbers, and the original names of fused nodes
/// (docs/formats/mindspore-dump.md 3.2, docs/formats/ascendcl-capture.md 6.3). Where the dump has folders
/// named like the graph, only they count (docs/formats/ascendcl-capture.md 5.3).
[[nodiscard]] GraphMatch matchGraph(const Graph& graph, const DumpIndex& dump, const MatchScope& scope);

} // namespace dumpscope::core
