// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/graph.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace dumpscope::core {

/// Notes which part of a run a graph is of, where one file has the graphs of several: attributes `side`,
/// `step`, `rank`. Negative numbers are unknown.
void addRecordedPlace(GraphBuilder& builder, std::string_view side, std::int64_t step, std::int64_t rank);
[[nodiscard]] std::optional<std::int64_t> recordedRank(const Graph& graph);

} // namespace dumpscope::core
