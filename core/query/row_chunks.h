// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"

#include <algorithm>
#include <cstddef>

namespace dumpscope::core {

inline constexpr std::size_t kRowChunk = 1U << 13;

[[nodiscard]] inline std::size_t rowChunkCount(std::size_t rows)
{
    return (rows + kRowChunk - 1) / kRowChunk;
}

/// Calls `body(chunk, begin, end)` in parallel for chunks of kRowChunk rows, independent of the number of
/// threads. Errors: Code::Cancelled.
template<typename Body>
[[nodiscard]] Result<void> forRowChunks(TaskContext& task, std::size_t rows, const Body& body)
{
    return parallelFor(task.arena, rowChunkCount(rows), 1, task.stop,
        [&body, rows](std::size_t firstChunk, std::size_t lastChunk) -> Result<void> {
            for (std::size_t chunk = firstChunk; chunk < lastChunk; ++chunk)
                body(chunk, chunk * kRowChunk, std::min((chunk + 1) * kRowChunk, rows));
            return {};
        });
}

} // namespace dumpscope::core
