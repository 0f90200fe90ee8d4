// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/string_pool.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// One run of an operator as a profiler timed it (docs/formats/llm-era.md 12). Texts are in the pool of
/// ProfiledTasks.
struct ProfiledTask {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    StringId name, type, taskType;
    std::uint32_t task = kNone, stream = kNone, blockDim = kNone;
    std::optional<std::int64_t> device, step;
    std::optional<double> start; ///< microseconds, in the profiler's clock
    double duration = 0;         ///< microseconds
};

/// All runs of one file of a profiler, in its order.
struct ProfiledTasks {
    StringPool strings;
    std::vector<ProfiledTask> tasks;
    std::uint64_t skipped = 0; ///< lines without a name or a duration
};

} // namespace dumpscope::core
