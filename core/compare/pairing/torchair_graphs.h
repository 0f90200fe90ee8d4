// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// An operator of a GE graph and the FX tensors it was made from.
struct TorchairOperator {
    std::vector<std::string> outputs; ///< `<node>-<target>.OUTPUT.<i>` by slot; empty: none
    std::string fxName;               ///< `<node>-<target>` of the first of them
    bool isLast = false;              ///< computes the FX tensor; the others of its node are intermediates
    bool isAlone = false;             ///< the only operator of its node
};

/// Operators of one compiled graph of TorchAir by name (docs/formats/llm-era.md 2.3).
class TorchairOperators {
public:
    void add(const Graph& graph);
    /// The operator, or the first and the last of those a fused name is written together from.
    struct Found {
        const TorchairOperator *first = nullptr, *last = nullptr;
    };
    [[nodiscard]] std::optional<Found> find(std::string_view name) const;

private:
    std::unordered_map<std::string, TorchairOperator> m_operators;
};

/// The graphs of a root by rank, in the order in which they were compiled. Graphs of releases without ranks
/// in their names belong to rank -1. Files that cannot be read are diagnostics of the task. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<std::map<std::int64_t, std::vector<TorchairOperators>>> readTorchairGraphs(
    const DumpIndex& index, TaskContext& task);

} // namespace dumpscope::core
