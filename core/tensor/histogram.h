// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/element_stream.h"

#include <vector>

namespace dumpscope::core {

enum class HistogramScale : std::uint8_t { Linear, Log, SignedLog };

/// Counts of finite elements in bins [edges[i], edges[i+1]), the last bin closed; non-finite apart.
/// Linear edges are NumPy's: linspace(min, max, bins + 1); a constant tensor gets min ± 0.5.
struct Histogram {
    HistogramScale scale = HistogramScale::Linear;
    std::vector<double> edges;
    std::vector<std::uint64_t> counts;
    std::uint64_t nan = 0, negInf = 0, posInf = 0;
    std::uint64_t below = 0, above = 0; ///< finite but outside a range given by the caller
};

/// Range from the data (a statistics pass) unless `range` is given.
[[nodiscard]] Result<Histogram> computeHistogram(const TensorView& view, std::size_t bins,
    HistogramScale scale, std::optional<std::pair<double, double>> range, TaskContext& task);

} // namespace dumpscope::core
