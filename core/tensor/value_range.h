// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"
#include "tensor/padding_mask.h"

#include <optional>
#include <utility>
#include <vector>

namespace dumpscope::core {

inline constexpr double kLowPercentile = 0.1, kHighPercentile = 99.9;

/// The low and the high percentile by position, without interpolation: numbers that are really there. At
/// least one value, all of them finite; reorders them.
[[nodiscard]] std::pair<double, double> percentileRange(std::vector<double>& values);

/// That of the finite elements of a whole tensor, padding left out; none where there are none. Complex
/// numbers by magnitude. Of more than 2^20 elements, that many in short runs spread over all of them are
/// looked at. Errors: Code::Cancelled, Code::ChangedWhileRead.
[[nodiscard]] Result<std::optional<std::pair<double, double>>> percentileRange(
    const ElementStream& stream, const PaddingMask* padding, TaskContext& task);

} // namespace dumpscope::core
