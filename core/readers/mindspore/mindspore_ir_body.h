// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/line_walk.h"
#include "readers/mindspore/mindspore_ir_line.h"
#include "readers/mindspore/mindspore_ir_names.h"
#include "readers/mindspore/mindspore_ir_problems.h"
#include "readers/mindspore/mindspore_type_text.h"
#include "readers/mindspore/mindspore_type_writer.h"
#include "records/graph.h"

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Parses the lines between the braces of a graph, one graph after the other: parameters, nodes with their
/// types and source lines, results (docs/formats/mindspore-dump.md 6). Names and problems are those of the
/// file. The arguments must outlive it.
class IrBody {
public:
    IrBody(LineWalk& lines, std::string_view text, const IrNames& names, IrProblems& problems)
        : m_lines(lines)
        , m_text(text)
        , m_names(names)
        , m_problems(problems)
    {
    }
    /// 1.x writes the innermost frame first.
    void setOldFrames(bool old) { m_oldFrames = old; }

    void begin(std::uint32_t graph); ///< its number in the file
    [[nodiscard]] bool isOpen() const { return m_builder.has_value(); }
    [[nodiscard]] Graph& graph() { return m_builder->graph(); }
    void addParameter(const IrParameterLine& parameter);
    /// Whether the line was parsed; the closing `}` must not be passed.
    [[nodiscard]] bool line(std::string_view line);
    [[nodiscard]] std::shared_ptr<const Graph> end(std::vector<Diagnostic>& found);

private:
    bool nodeLine(std::string_view line);
    std::size_t behindValue();
    void addNode(const IrNodeLine& node);
    void addOperand(const IrOperand& operand, bool toResults);
    void addCalled(std::string_view graph);
    bool strategyLine(std::string_view line);
    bool typeLine(std::string_view line);
    bool infoLine(std::string_view line);
    bool remarkLine(std::string_view text);
    void finishNode();
    void note(std::string_view key, std::string_view value);

    LineWalk& m_lines;
    std::string_view m_text;
    const IrNames& m_names;
    IrProblems& m_problems;
    bool m_oldFrames = false;

    std::optional<GraphBuilder> m_builder;
    std::uint32_t m_graph = 0;
    std::unordered_map<std::uint64_t, NodeId> m_nameless; ///< parameters without a name so far
    MindsporeTypeWriter m_types;
    std::size_t m_searched = 0; ///< bytes looked at for open brackets

    // The node being read.
    IrNodeLine m_nodeLine;
    bool m_hasNode = false, m_hasReturn = false, m_hasTypes = false;
    std::vector<TypedTensor> m_abstract, m_kernel;
    std::string_view m_outputType;
    SourceRole m_role = SourceRole::Frame;
    std::vector<SourcePlace> m_frames;

    std::size_t m_extraOutputs = 0; ///< of the whole file
    bool m_saidLimit = false;
};

} // namespace dumpscope::core
