// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Two sequences to be matched in order. Items of equal key are alike; `score` is how well
/// two items match, 0 = not at all.
struct AlignmentProblem {
    std::span<const std::uint64_t> targetKeys, goldenKeys;
    std::function<int(std::uint32_t target, std::uint32_t golden, bool small)> score;
    /// Known pairs; only those of their longest ascending part are used.
    std::span<const std::pair<std::uint32_t, std::uint32_t>> anchors;
};

/// Matches in ascending order with the largest sum of scores between anchors. Large stretches are
/// divided at keys that occur once on both sides (patience), else searched near the diagonal, so time
/// and memory stay linear in the longer sequence. `small`: few items are compared,
/// so `score` may be expensive. Anchors are not in the result. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<std::pair<std::uint32_t, std::uint32_t>>> alignSequences(
    const AlignmentProblem& problem, TaskContext& task);

/// Longest part of `pairs` (ascending in first) that ascends in second, too.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> longestAscending(
    std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs);

} // namespace dumpscope::core
