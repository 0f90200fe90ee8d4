// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace dumpscope::core {

struct Comparison;

/// From one step to the next most parameters are moved otherwise than golden's although nothing before was
/// wrong: what moves them has another setting.
struct OptimizerFault {
    /// Optimizers have settings of their own for biases and norms, or for all others.
    enum class Of : std::uint8_t { All, Vectors, Matrices };
    Of of = Of::All;
    std::optional<std::int64_t> step; ///< the one that shows it
    /// Gradients of parameters are the sum of golden's and of those of the step before: they were not set to
    /// zero. `otherwise` and `moved` are then of the gradients.
    bool accumulates = false;
    std::optional<double> factor; ///< how far golden's movement goes into the target's; absent: each its own
    std::uint64_t otherwise = 0;  ///< parameters
    /// Of those `of` says that golden moves by more than rounding hides and that the dumps show: what no
    /// compared operator was given is not among them.
    std::uint64_t moved = 0;
    std::size_t row = 0; ///< of the pair table: the first of them

    [[nodiscard]] Message headline() const; ///< the place follows
    [[nodiscard]] Message reason() const;
};

/// By recorded means, since the mean of a movement is the movement of the mean; nothing of dumps without.
[[nodiscard]] std::optional<OptimizerFault> optimizerFault(const Comparison& comparison);

} // namespace dumpscope::core
