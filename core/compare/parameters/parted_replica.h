// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <optional>

namespace dumpscope::core {

struct Comparison;

/// A rank whose parameters are off in a later step while those of other ranks agree with golden: it was moved
/// otherwise than its copies, which no setting of a common optimizer does.
struct PartedReplica {
    std::size_t parted = 0, seen = 0; ///< parameters
    bool gradientsAgree = false;      ///< those of the backward run before, where they were compared

    [[nodiscard]] bool isMostly() const { return 2 * parted > seen; }
    [[nodiscard]] Message sentence() const;
};

/// Of the rank and step of a row that is of a parameter; nothing where other ranks are off as well.
[[nodiscard]] std::optional<PartedReplica> partedReplica(const Comparison& comparison, std::size_t row);

} // namespace dumpscope::core
