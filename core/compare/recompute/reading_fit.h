// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/recompute/dumped_call.h"
#include "compare/recompute/recomputer.h"

#include <span>

namespace dumpscope::core {

/// How well a reading of an operator explains a dumped output.
struct ReadingFit {
    double error = 0;        ///< relative L2
    double explained = 0;    ///< of it, by rounding and accumulation
    double coarseness = 0;   ///< error in relation to the largest partial results
    double score = 0;        ///< the larger ratio of measured to explained, of all and of the worst element
    std::uint64_t index = 0; ///< the worst element
    double expected = 0, found = 0;
};

/// Computes the elements at `indices` and holds the dumped ones against them. `noise`: what the run shows
/// everywhere, which matrix units may have made. Errors: cancelled.
[[nodiscard]] Result<ReadingFit> fitReading(const Reading& reading, const DumpedCall& side,
    std::span<const std::uint64_t> indices, double noise, TaskContext& task);

} // namespace dumpscope::core
