// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace dumpscope::core {

struct Comparison;

/// From one step to the next most parameters are moved otherwise than golden's although nothing before was
/// wrong: what moves them has another setting.
struct OptimizerFault {
    std::optional<std::int64_t> step; ///< the one that shows it
    std::optional<double> factor; ///< how far golden's movement goes into the target's; absent: each its own
    std::uint64_t otherwise = 0;  ///< parameters
    std::uint64_t moved = 0;      ///< of those that golden moves by more than rounding hides
    std::size_t row = 0;          ///< of the pair table: the first of them
};

/// By recorded means, since the mean of a movement is the movement of the mean; nothing of dumps without.
[[nodiscard]] std::optional<OptimizerFault> optimizerFault(const Comparison& comparison);

} // namespace dumpscope::core
