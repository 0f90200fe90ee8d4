// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/conclusion/conclusion.h"
#include "compare/limits/limits.h"
#include "compare/report/recorded_suspicion.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

struct Comparison;
struct JsonValue;

/// What was said of the run that a bundle was taken from. Of a few of its tensors nobody can tell the noise
/// of the run, nor what else was wrong. Immutable; thread-safe.
struct RecordedRun {
    struct Pair {
        std::string target, golden; ///< ids
        Verdict verdict = Verdict::NotComparable;
        Message reason;
        bool isConcluded = false;              ///< the conclusion is about it
        std::optional<std::size_t> place = {}; ///< among the chosen pairs, as RecordedSuspicion counts
    };
    std::string limits;      ///< as limitsJson
    std::vector<Pair> pairs; ///< that were chosen
    /// Pairs besides, of which the bundle has all that was compared: their statistics or checksums.
    std::vector<Pair> others = {};
    std::uint64_t of = 0; ///< pairs that had a verdict
    ConclusionKind kind = ConclusionKind::NothingCompared;
    Message conclusion, reason; ///< of the conclusion
    /// Of `pairs`, by their places. Absent in bundles of earlier versions.
    std::optional<RecordedSuspicion> suspicion = {};
    /// Name and content of the rules of the run and of pairs that only the whole dumps give; empty where the
    /// sides are opened at other folders than the names of tensors are counted from.
    std::vector<std::pair<std::string, std::string>> rules = {};
};

/// From bundle.json and limits.json; without pairs where these say nothing. A bundle without messages
/// (`said`) speaks English.
[[nodiscard]] RecordedRun recordedRun(const JsonValue& summary, const Limits& limits);
/// From others.json: `[{"verdict","reason","pairs":[[target id, golden id],…]}]`. What is not so is left out.
[[nodiscard]] std::vector<RecordedRun::Pair> recordedOthers(const JsonValue& groups);

/// Of two sides that are halves of one bundle; null for others and for a bundle that cannot be read.
[[nodiscard]] std::shared_ptr<const RecordedRun> recordedRunOf(
    const std::string& targetRoot, const std::string& goldenRoot, TaskContext& task);

/// Gives recorded pairs the verdict they had. The others have neither verdict nor numbers: what files still
/// tell of them is not what was compared. Nothing where other limits are asked for.
void settleAsRecorded(Comparison& comparison, const Limits& limits);
/// Replaces the conclusion by that of the whole run.
void concludeAsRecorded(Comparison& comparison, const Limits& limits);

} // namespace dumpscope::core
