// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/explained_error.h"

#include <optional>
#include <span>
#include <string_view>

namespace dumpscope::core {

/// What errors and rounding of the inputs explain of an output that is what is left of them where they
/// cancel: the divergence of distributions that nearly agree, and gradients through a softmax. Relative to
/// the output. Absent for other operators.
[[nodiscard]] std::optional<double> explainRemainder(std::string_view type, bool isBackward,
    std::span<const InheritedError> inputs, const TensorError& output);

} // namespace dumpscope::core
