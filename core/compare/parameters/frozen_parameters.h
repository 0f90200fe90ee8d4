// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace dumpscope::core {

struct Comparison;

/// Parameters that one side's training leaves as they are between two steps while the other side's moves them
/// and others: without gradient, or unknown to the optimizer.
struct FrozenParameters {
    std::size_t row = 0; ///< of the first, in the first step that shows it
    std::size_t count = 0;
    std::string name;                   ///< of the first
    std::int64_t before = 0, after = 0; ///< the steps
    bool isInTarget = true;             ///< else golden's are left as they are

    [[nodiscard]] Message sentence() const;
    [[nodiscard]] static Message reason();
};

/// Of the first two steps that show some, unless something is wrong in the first of them already. Needs
/// recorded statistics of parameters (docs/culprit.md).
[[nodiscard]] std::optional<FrozenParameters> frozenParameters(const Comparison& comparison);

} // namespace dumpscope::core
