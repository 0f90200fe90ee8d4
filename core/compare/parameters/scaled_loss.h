// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace dumpscope::core {

struct Comparison;
struct OptimizerFault;

/// The loss is scaled otherwise on the two sides, and what became of the parameters.
struct ScaledLoss {
    std::string factor;                          ///< `2^10`, or the first and the last where it changes
    std::size_t row = 0;                         ///< of the pair table: the first gradient that has it
    std::optional<std::int64_t> step;            ///< the first in which parameters differ that it moved
    std::uint64_t otherwise = 0, parameters = 0; ///< of that step, or of all steps behind it

    [[nodiscard]] bool isUnseen() const { return parameters == 0; } ///< no later step was compared
    [[nodiscard]] bool isFault() const { return step.has_value(); } ///< the update does not take it out
    [[nodiscard]] Message sentence() const;
    [[nodiscard]] Message reason() const;
};

/// Nothing where gradients have no such factor. `fault`: of the optimizer, if there is one.
[[nodiscard]] std::optional<ScaledLoss> scaledLoss(
    const Comparison& comparison, const std::optional<OptimizerFault>& fault);

} // namespace dumpscope::core
