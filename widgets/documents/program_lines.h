// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"
#include "records/graph.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::gui {

/// Which lines of the user's program made the operators of a dump, as its graphs tell. Immutable;
/// thread-safe.
class ProgramLines {
public:
    struct Frame {
        std::string file; ///< as the graph has it
        std::uint32_t line = 0;
        std::string code;
        core::SourceRole role = core::SourceRole::Frame;
    };
    /// A node of one of the graphs that were read.
    struct Operator {
        std::uint32_t graph = 0xFFFFFFFFU;
        core::NodeId node; ///< invalid: none
    };
    /// A line of a file with what it made.
    struct Line {
        std::uint32_t line = 0;
        std::string code;                ///< as the graph has it, without blanks at its ends
        std::vector<Operator> operators; ///< in the order of their graph
    };
    /// Reads the graphs of the dump until every tensor has its operator or there are no more. Errors:
    /// Code::Cancelled; graphs that cannot be read are problems of the task.
    [[nodiscard]] static core::Result<std::shared_ptr<const ProgramLines>> read(
        const core::DumpIndex& index, core::TaskContext& task);

    [[nodiscard]] bool hasGraph() const { return !m_graphs.empty(); }
    /// Innermost first; empty when no graph knows the operator or its lines.
    [[nodiscard]] std::vector<Frame> frames(core::TensorId id) const { return frames(operatorOf(id)); }
    [[nodiscard]] std::vector<Frame> frames(const Operator& op) const;
    /// Invalid when no graph knows it.
    [[nodiscard]] const Operator& operatorOf(core::TensorId id) const { return m_places[id.value()]; }
    /// Ascending.
    [[nodiscard]] std::vector<core::TensorId> tensorsOf(const Operator& op) const;
    /// Lines of `file`, ascending, with the operators of the graph file that `near` is in. A node counts on
    /// every line of its stack, a backward one not on those of its forward node.
    [[nodiscard]] std::vector<Line> linesOf(std::string_view file, const Operator& near) const;

private:
    std::vector<std::shared_ptr<const core::Graph>> m_graphs;
    std::vector<std::uint32_t> m_files; ///< per graph: number of its graph file
    std::vector<Operator> m_places;     ///< per tensor
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<core::TensorId>> m_tensors; ///< by operator
};

} // namespace dumpscope::gui
