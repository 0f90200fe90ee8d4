// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace dumpscope::core {

struct Comparison;

/// From one step to the next most parameters change differently from golden's although nothing before was
/// wrong: the optimizer has another setting.
struct OptimizerFault {
    /// Optimizers may have separate settings for biases and norms (vectors) and for all others (matrices).
    enum class Of : std::uint8_t { All, Vectors, Matrices };
    Of of = Of::All;
    std::optional<std::int64_t> step; ///< that shows it
    /// Gradients of parameters are the sum of golden's and of those of the step before: they were not set to
    /// zero. `otherwise` and `moved` then count gradients.
    bool accumulates = false;
    /// Every figure of all that golden moves stays as it was, which no error of a gradient does.
    bool standsStill = false;
    /// The movements before agreed with golden's.
    bool agreedBefore = false;
    /// What the gradients that move them are off by, the middle one; absent: none was compared.
    std::optional<double> gradientError;
    /// Median of the change of the target's means divided by that of golden's; absent: scattered.
    std::optional<double> factor;
    /// The part of itself by which each shrinks more than golden's in a step; below zero: less. Absent:
    /// that is not how they differ.
    std::optional<double> decay;
    std::uint64_t otherwise = 0; ///< parameters that change differently
    /// Parameters of `of` that golden changes by more than rounding and that a compared operator has as an
    /// input.
    std::uint64_t moved = 0;
    std::size_t row = 0; ///< of the pair table: the first of them

    [[nodiscard]] Message sentence() const;
    [[nodiscard]] Message headline() const; ///< the sentence; the place follows
    [[nodiscard]] Message reason() const;
};

/// From recorded means, since the mean of a change is the change of the mean; nothing for dumps without
/// means.
[[nodiscard]] std::optional<OptimizerFault> optimizerFault(const Comparison& comparison);

} // namespace dumpscope::core
