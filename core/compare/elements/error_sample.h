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

/// The finite errors of at most `most` elements at equal distances, and of `worst`, which such a
/// sample may miss. Both tensors have the same shape. Reads no other elements;
/// the caller calls Bytes::check. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<ErrorPoint>> sampleErrors(const ElementStream& target,
    const ElementStream& golden, std::span<const WorstElement> worst, double atol, double rtol,
    std::uint64_t most, TaskContext& task);

} // namespace dumpscope::core
