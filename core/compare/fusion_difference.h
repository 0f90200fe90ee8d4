// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "base/task.h"
#include "model/dump_index.h"
#include "readers/ascend/fusion_passes.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A fusion pass that took effect, or matched, in another number of places.
struct FusionDifference {
    FusionPassKey pass;                                        ///< `graph` empty: of all graphs together
    std::optional<FusionPassTimes> target, golden;             ///< nothing: the side does not list the pass
    std::vector<std::string> targetOperators, goldenOperators; ///< that the graph says the pass made
};

/// Which fusion passes differ between the two runs (fusion_result.json).
struct FusionDifferences {
    enum class State : std::uint8_t { Compared, TargetOnly, GoldenOnly };
    State state = State::Compared;
    std::vector<FusionDifference> passes;
    std::size_t equal = 0; ///< passes with the same times on both sides
    /// Graphs are numbered otherwise in the two runs: times are those of all graphs together.
    bool isSummed = false;
    bool isAnyEffective = false;                         ///< some pass took effect in golden
    bool hasTargetGraph = false, hasGoldenGraph = false; ///< operators were looked for there
    Message headline;                                    ///< a sentence without a full stop
};
[[nodiscard]] std::string_view fusionStateWord(FusionDifferences::State state);

/// Null where neither side has a fusion_result.json. `target` and `golden`: all files of a side together.
[[nodiscard]] std::shared_ptr<FusionDifferences> fusionDifferences(
    const std::optional<FusionPasses>& target, const std::optional<FusionPasses>& golden);
/// Of two opened roots, with the operators that their graphs name. Null as above. Errors: Code::Cancelled.
[[nodiscard]] Result<std::shared_ptr<const FusionDifferences>> fusionDifferencesOf(
    const DumpIndex& target, const DumpIndex& golden, TaskContext& task);
/// "ConvBatchnormFusionPass: in the target it took effect at 3 of 3 matches, in golden it matched nothing"
[[nodiscard]] Message fusionLine(const FusionDifference& difference);
/// Member `fusion_differences` of an object that is open; null where there are none to speak of.
void writeFusion(JsonWriter& json, const FusionDifferences* differences);

} // namespace dumpscope::core
