// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace dumpscope::core {

/// What MindSpore calls a checkpoint: `net-2_100.ckpt` is step 100 of epoch 2, both from 1.
struct CheckpointName {
    std::string_view prefix;
    std::int64_t epoch = 0, step = 0; ///< `step` within the epoch
};
[[nodiscard]] std::optional<CheckpointName> checkpointName(std::string_view file);

/// Steps since the beginning of a run, by epoch and step within it, of the checkpoints of one prefix. How
/// many steps an epoch has no name says. Checkpoints are saved every so many steps, so where two epochs that
/// follow each other have the same last one, an epoch ends with it. Empty where that is not known and a later
/// epoch than the first is there.
[[nodiscard]] std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> checkpointSteps(
    std::span<const CheckpointName> checkpoints);

} // namespace dumpscope::core
