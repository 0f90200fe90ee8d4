// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/strong_id.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace dumpscope::core {

struct Comparison;

/// Operators with parameters that run forward on both sides and backward on one: a block that is
/// frozen or detached. Of the first step and rank where this is so.
struct MissingGradients {
    bool isTargetWithout = true; ///< else it is golden
    std::uint64_t operators = 0; ///< backward ones that one side has
    std::string first;           ///< of these, in the order of execution: nearest to the loss
    std::size_t row = 0;         ///< of the pair table: forward output of the first

    [[nodiscard]] Message sentence() const;
    [[nodiscard]] Message headline() const; ///< the sentence; the place follows
    [[nodiscard]] Message reason() const;
};

/// Nothing where the side without them has no backward operators in that rank and step at all.
[[nodiscard]] std::optional<MissingGradients> missingGradients(const Comparison& comparison);

} // namespace dumpscope::core
