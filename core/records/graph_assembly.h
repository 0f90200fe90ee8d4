// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "records/graph.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Builds the graphs of one document: numbers them in order of beginGraph, links callers to graphs that come
/// later, limits the memory that an untrusted file can use. Not thread-safe.
class GraphAssembly {
public:
    static constexpr std::size_t kMaxNodes = 1U << 21U;  ///< of all graphs
    static constexpr std::size_t kMaxGraphs = 1U << 16U; ///< further graphs are added to the last one
    static constexpr std::size_t kMaxProblems = 1000;

    explicit GraphAssembly(std::string_view format);

    [[nodiscard]] GraphDocument& document() { return m_document; }
    /// Number of a new graph. Graph 0 is the entry.
    std::uint32_t beginGraph();
    [[nodiscard]] std::size_t graphCount() const { return m_builders.size(); }
    [[nodiscard]] GraphBuilder& builder(std::uint32_t graph) { return *m_builders[graph]; }
    /// Whether another node is within kMaxNodes; the first refusal is reported.
    [[nodiscard]] bool admitNode();
    /// Graphs that a node calls, by number and by name; they may be defined later.
    void setCalled(std::uint32_t graph, NodeId node, std::span<const std::uint32_t> numbers,
        std::span<const std::string> names);
    void problem(Severity severity, Code code, Message message);

    /// All graphs, also of a damaged file: `error` becomes a problem. Errors: Code::Cancelled.
    [[nodiscard]] Result<GraphDocument> finish(const std::optional<Error>& error);

private:
    struct Call {
        std::uint32_t graph;
        NodeId node;
        std::vector<std::uint32_t> numbers;
        std::vector<std::string> names;
    };
    void resolveCalls();

    GraphDocument m_document;
    std::vector<std::unique_ptr<GraphBuilder>> m_builders;
    std::vector<Call> m_calls;
    std::size_t m_nodes = 0;
};

} // namespace dumpscope::core
