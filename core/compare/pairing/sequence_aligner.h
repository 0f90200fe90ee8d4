// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Two sequences to be matched in order. Items that agree in `key` are alike; `score` says how well
/// two items go together, 0 = not at all.
struct AlignmentProblem {
    std::span<const std::uint64_t> targetKeys, goldenKeys;
    std::function<int(std::uint32_t target, std::uint32_t golden, bool small)> score;
    /// Pairs known already; those that do not run in order are left out of the frame.
    std::span<const std::pair<std::uint32_t, std::uint32_t>> anchors;
};

/// Matches in ascending order with the largest sum of scores between anchors. Large stretches are
/// divided at keys that occur once on both sides (patience), else searched near the diagonal, so time
/// and memory stay linear in the longer sequence. `small` tells `score` that few items are compared
/// and it may look closer. Anchors are not in the result.
[[nodiscard]] Result<std::vector<std::pair<std::uint32_t, std::uint32_t>>> alignSequences(
    const AlignmentProblem& problem, TaskContext& task);

/// Longest part of `pairs` (ascending in first) that ascends in second, too.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> longestAscending(
    std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs);

} // namespace dumpscope::core
