// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"
#include "model/graph.h"

#include <memory>
#include <optional>
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
    /// Reads the graphs of the dump until every tensor has its operator or there are no more. Errors:
    /// Code::Cancelled; graphs that cannot be read are problems of the task.
    [[nodiscard]] static core::Result<std::shared_ptr<const ProgramLines>> read(
        const core::DumpIndex& index, core::TaskContext& task);

    [[nodiscard]] bool hasGraph() const { return !m_graphs.empty(); }
    /// Innermost first; empty when no graph knows the operator or its lines.
    [[nodiscard]] std::vector<Frame> frames(core::TensorId id) const;

private:
    struct Place {
        std::uint32_t graph = 0xFFFFFFFFU;
        core::NodeId node;
    };
    std::vector<std::shared_ptr<const core::Graph>> m_graphs;
    std::vector<Place> m_places; ///< per tensor
};

} // namespace dumpscope::gui
