// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "io/json_reader.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>

namespace dumpscope::core {

/// A fusion pass of one graph of one session.
struct FusionPassKey {
    std::string graph; ///< `session_and_graph_id_0_0`
    std::string kind;  ///< `graph_fusion`, `ub_fusion`
    std::string pass;
    friend auto operator<=>(const FusionPassKey&, const FusionPassKey&) = default;
};
struct FusionPassTimes {
    std::int64_t matched = 0, effective = 0;
    friend bool operator==(const FusionPassTimes&, const FusionPassTimes&) = default;
};
using FusionPasses = std::map<FusionPassKey, FusionPassTimes>;

/// The passes of fusion_result.json (docs/formats/llm-era.md 11). What is no number counts as 0; times of one
/// pass that a file gives twice are added.
[[nodiscard]] FusionPasses fusionPassesOf(const JsonValue& root);

/// "took effect at 1 of 2 matches", "matched nothing".
[[nodiscard]] Message fusionTimesText(const FusionPassTimes& times);

} // namespace dumpscope::core
