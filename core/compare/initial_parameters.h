// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace dumpscope::core {

struct Comparison;

/// Most parameters differ in step 0, before anything has moved them, and rounding to a half type does not
/// make them: other weights were loaded, or they were made in another way.
struct InitialParameters {
    std::uint64_t otherwise = 0, seen = 0; ///< each counted once, however many operators were given it
    double largest = 0;                    ///< relative L2 error, as far as statistics show it
    std::size_t row = 0;                   ///< of the pair table: the first of them

    [[nodiscard]] Message sentence() const;
    [[nodiscard]] static Message reason();
};

/// From recorded statistics, whose extremes show what was rounded; nothing for dumps without.
[[nodiscard]] std::optional<InitialParameters> initialParameters(const Comparison& comparison);

} // namespace dumpscope::core
