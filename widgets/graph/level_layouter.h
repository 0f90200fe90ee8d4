// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_picture.h"

#include <QString>

#include <mutex>
#include <string>
#include <unordered_map>

namespace dumpscope::gui {

/// Lays out the levels of graphs: by the program `dot` of Graphviz where it is there and quick enough,
/// else in layers. What was laid out once is remembered. Thread-safe.
class LevelLayouter {
public:
    /// `program`: path of dot; empty: there is none.
    explicit LevelLayouter(QString program = foundProgram());

    [[nodiscard]] static QString foundProgram();
    [[nodiscard]] bool hasProgram() const { return !m_program.isEmpty(); }

    /// Errors: Code::Cancelled, within a few hundredths of a second; dot is killed then. What dot cannot
    /// do is laid out in layers.
    [[nodiscard]] core::Result<std::vector<core::FlatLayout>> layOut(
        std::span<const core::FlatGraph> graphs, const core::TaskContext& task);

private:
    [[nodiscard]] core::Result<std::string> ask(
        const std::string& question, const core::TaskContext& task) const;

    QString m_program;
    std::mutex m_mutex;
    std::unordered_map<std::string, core::FlatLayout> m_known; ///< by the question
};

} // namespace dumpscope::gui
