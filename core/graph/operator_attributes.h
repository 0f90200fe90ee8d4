// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "graph/graph_catalog.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// What an operator computes with, besides its inputs.
struct OperatorAttribute {
    std::string key, value; ///< as GraphAttribute
    AttributeType type = AttributeType::Text;

    /// Numbers of a number, a truth value or a list of them; empty for anything else.
    [[nodiscard]] std::vector<double> numbers() const;
};

/// Attributes of operators by their dumped tensors, as the likeliest graph of their dump has them. A graph is
/// read once, when it is first asked for. Not thread-safe.
class OperatorAttributes {
public:
    /// None where no graph has the node. Errors: Code::Cancelled.
    [[nodiscard]] Result<std::vector<OperatorAttribute>> of(
        const std::shared_ptr<const DumpIndex>& index, TensorId tensor, TaskContext& task);

private:
    struct Read {
        std::shared_ptr<const DumpIndex> index; ///< kept, so that its address is nobody else's
        RankedGraphs graphs;
        std::unordered_map<std::uint32_t, NodeId> nodes; ///< by tensor
    };
    [[nodiscard]] Result<const Read*> readGraph(
        const std::shared_ptr<const DumpIndex>& index, std::optional<std::int64_t> rank, TaskContext& task);

    std::map<std::pair<const DumpIndex*, std::optional<std::int64_t>>, Read> m_read;
};

} // namespace dumpscope::core
