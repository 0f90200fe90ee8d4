// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace dumpscope::core {

/// A step in the name of a folder or file that programs of training save: `step_800`, `checkpoint-300`,
/// `global_step40`, `epoch-3`, `model_step1200`, `epoch=3-step=1200`.
struct StepInName {
    std::int64_t step = 0;
    std::size_t begin = 0, end = 0; ///< where its word and number stand
};

/// Words and numbers that stand by themselves between `_`, `-`, `.` and `=`. Of several words the one that
/// counts finest: steps, iterations, checkpoints, epochs.
[[nodiscard]] std::optional<StepInName> stepInName(std::string_view name);

/// The step where the whole name is nothing else.
[[nodiscard]] std::optional<std::int64_t> stepOfName(std::string_view name);

} // namespace dumpscope::core
