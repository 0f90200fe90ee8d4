// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "compare/suspects/suspect.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace dumpscope::core {

struct JsonValue;

/// What the whole run said of the pairs of a bundle: of a few pairs alone, others would be suspect, and other
/// errors explained.
struct RecordedSuspicion {
    /// In the order of the run; `pairs` and `row` are places among the chosen pairs. What only tables beside
    /// a suspect show (recomputation, counterfactual) is not among it.
    std::vector<Suspect> suspects;
    std::vector<JudgedOutput> outputs;
    double noise = 0;
};

/// Members `suspects`, `outputs` and `noise` of an object that is open. `rows`: the chosen pairs.
void writeRecordedSuspicion(JsonWriter& json, const Suspicion& suspicion, std::span<const std::size_t> rows);
/// Absent where the object has no such members; what is not so in them is left out.
[[nodiscard]] std::optional<RecordedSuspicion> readRecordedSuspicion(const JsonValue& object);

/// Replaces suspects and judged outputs by those that were recorded. `rowOf`: the row of a chosen pair,
/// absent where that is not among the pairs. Suspects that were found again keep what was not recorded of
/// them.
void takeRecordedSuspicion(Suspicion& suspicion, const RecordedSuspicion& recorded,
    const std::function<std::optional<std::size_t>(std::size_t)>& rowOf);

} // namespace dumpscope::core
