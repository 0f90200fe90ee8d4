// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Edge from the first to the second vertex.
using FlowEdge = std::pair<std::uint32_t, std::uint32_t>;

/// Position of every vertex in an order in which edges go forward, as near to the given order as possible.
/// Only edges of cycles go back; a cycle begins at the first of its vertices. Pure; O((V + E) log V).
[[nodiscard]] std::vector<std::uint32_t> flowOrder(std::size_t vertices, std::span<const FlowEdge> edges);

} // namespace dumpscope::core
