// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/padding_mask.h"
#include "tensor/plane.h"

#include <optional>
#include <vector>

namespace dumpscope::core {

enum class HistogramScale : std::uint8_t { Linear, Log, SignedLog };

/// Counts of finite elements in bins [edges[i], edges[i+1]), the last bin closed; non-finite ones separately.
/// Complex numbers by magnitude. Each element is counted exactly once.
///
/// Linear: as numpy.histogram of the elements as float64: edges linspace(min, max, bins + 1), a constant
/// tensor gets min ± 0.5, one without finite elements 0 to 1. Log: magnitudes above zero in bins of equal
/// width in log10; zeros count as `below`. A single magnitude gets half a decade on either side. SignedLog:
/// bins of equal width in t(x) = sign(x) · (|x| <= L ? |x| / L : 1 + log10(|x| / L)): one unit per decade
/// outside a linear zone from -L to L, where L is the decade of the largest magnitude less six. A constant
/// gets half a unit on either side.
struct Histogram {
    HistogramScale scale = HistogramScale::Linear;
    std::vector<double> edges;
    std::vector<std::uint64_t> counts;
    std::uint64_t nan = 0, negInf = 0, posInf = 0;
    std::uint64_t below = 0, above = 0; ///< finite but outside a range given by the caller
    /// The value of all finite elements, where they are equal and exact in float64 (not Log, not complex).
    std::optional<double> only;
};

inline constexpr std::size_t kMaxHistogramBins = 1U << 20;

/// Range from the data (one more pass) unless `range` is given; for Log it is one of magnitudes. Parallel;
/// same counts for any number of threads. Errors: Code::Usage for no or more than kMaxHistogramBins bins and
/// ranges that are not finite, reversed or (Log) not positive; Code::Unsupported for types without values;
/// Code::Cancelled.
[[nodiscard]] Result<Histogram> computeHistogram(const TensorView& view, std::size_t bins,
    HistogramScale scale, std::optional<std::pair<double, double>> range, TaskContext& task);

/// The same over the cells of one plane; reads nothing else. Cells of `padding` (storage order; null: none)
/// are not counted.
[[nodiscard]] Result<Histogram> computeHistogram(const ElementStream& stream, const PlaneSpec& plane,
    const PaddingMask* padding, std::size_t bins, HistogramScale scale,
    std::optional<std::pair<double, double>> range, TaskContext& task);

} // namespace dumpscope::core
