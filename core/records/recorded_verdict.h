// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/graph.h"

#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What the program that wrote a graph file found when it compared the node.
enum class RecordedVerdict : std::uint8_t {
    None, ///< it says nothing
    Pass,
    Warning,
    Error,
    Unmatched, ///< the other side has no such node
};

/// What that program found when it looked for NaN and infinities.
enum class RecordedOverflow : std::uint8_t {
    None,
    Present, ///< in the inputs, or in both
    Born,    ///< in the outputs and not in the inputs
};

/// Word of a verdict in JSON: "pass", "warning", "error", "unmatched"; empty for none.
[[nodiscard]] std::string_view recordedVerdictWord(RecordedVerdict verdict);

/// Notes it of the last node. None adds nothing.
void addRecorded(GraphBuilder& builder, RecordedVerdict verdict);
void addRecorded(GraphBuilder& builder, RecordedOverflow overflow);
/// Notes that the nodes of the graph have such notes, and who made them.
void addRecorder(GraphBuilder& builder, std::string_view program);

/// The notes of one node.
struct RecordedNotes {
    RecordedVerdict verdict = RecordedVerdict::None;
    RecordedOverflow overflow = RecordedOverflow::None;
};
/// By node; empty when nothing is recorded of any.
[[nodiscard]] std::vector<RecordedNotes> recordedNotes(const Graph& graph);

} // namespace dumpscope::core
