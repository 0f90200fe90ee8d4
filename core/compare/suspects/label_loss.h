// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/explained_error.h"

#include <optional>
#include <span>
#include <string_view>

namespace dumpscope::core {

/// What errors of the scores explain of a loss that is one number, a mean or sum over rows that each have one
/// label: relative to it, without its own rounding. A row's loss changes by no more than √2 times what the
/// row's scores are off by, and of many rows the mean. Labels of which only the extremes are known are not
/// shown to be equal, and other ones change the loss by more. Absent of other operators, and where the labels
/// are known.
[[nodiscard]] std::optional<double> explainLabelLoss(
    std::string_view type, std::span<const InheritedError> inputs, const TensorError& output);

} // namespace dumpscope::core
