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
    double explained = 0;    ///< relative L2 error that rounding and accumulation explain
    double coarseness = 0;   ///< error relative to the largest partial results
    double score = 0;        ///< the larger ratio of measured to explained, of all and of the worst element
    std::uint64_t index = 0; ///< the worst element, flat
    double expected = 0, found = 0;
};

/// Computes the elements at `indices` (flat) and compares the dumped ones with them. `noise`: relative error
/// that the run shows everywhere, as of matrix units. Errors: Code::Cancelled.
[[nodiscard]] Result<ReadingFit> fitReading(const Reading& reading, const DumpedCall& side,
    std::span<const std::uint64_t> indices, double noise, TaskContext& task);

} // namespace dumpscope::core
