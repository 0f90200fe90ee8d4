// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/measure.h"

#include <functional>

namespace dumpscope::core {

/// Measures the metrics of the selection for which `wanted(index)` holds, and the worst elements, the error
/// map and the histogram, by the definitions of profile `dumpscope`; the other values stay untouched. Both
/// sides must have the same number of elements below the limit of the options. Returns a sentence about
/// special elements (NaN, masks), empty if there are none. Errors: Code::Cancelled, those of ElementStream.
[[nodiscard]] Result<Message> measureByFold(const TensorView& target, const TensorView& golden,
    const MeasureOptions& options, const std::function<bool(std::size_t index)>& wanted, Measurement& into,
    TaskContext& task);

} // namespace dumpscope::core
