// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "metrics/measure.h"
#include "tensor/element_stream.h"

#include <span>
#include <vector>

namespace dumpscope::core {

/// One element of a pair as a scatter plot shows it.
struct ErrorPoint {
    double golden = 0;  ///< |golden|; complex by magnitude
    double error = 0;   ///< |target - golden|
    bool fails = false; ///< error > atol + rtol·|golden|
};

/// Errors of at most `most` elements at equal distances, those that are finite; and of `worst`, which a
/// sample would miss, where not every element is in it. Both tensors have the same shape. Reads nothing else;
/// the caller checks the bytes. Stops with Code::Cancelled.
[[nodiscard]] Result<std::vector<ErrorPoint>> sampleErrors(const ElementStream& target,
    const ElementStream& golden, std::span<const WorstElement> worst, double atol, double rtol,
    std::uint64_t most, TaskContext& task);

} // namespace dumpscope::core
