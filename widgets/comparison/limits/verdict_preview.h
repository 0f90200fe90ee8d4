// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/comparison.h"

#include <array>

namespace dumpscope::gui {

/// What other limits would make of a table. Immutable.
struct VerdictPreview {
    struct Change {
        std::uint32_t row = 0;
        core::Verdict before = core::Verdict::Pass, after = core::Verdict::Pass;
    };
    static constexpr std::size_t kMostListed = 500;
    std::vector<Change> changes;                      ///< the first ones
    std::size_t changed = 0;                          ///< all of them
    std::array<std::uint64_t, 4> before {}, after {}; ///< by core::Verdict
};

/// The comparison itself stays as it is. Errors: limits that cannot be used (Code::Usage), Code::Cancelled.
[[nodiscard]] core::Result<VerdictPreview> previewLimits(
    const core::Comparison& comparison, const core::Limits& limits, core::TaskContext& task);

/// Whether a filter leaves no row of a table that has some. Errors: a text that is no filter,
/// Code::Cancelled.
[[nodiscard]] core::Result<bool> selectsNone(
    const core::PairTable& pairs, const std::string& filter, core::TaskContext& task);

/// For how many rows each rule is the one that counts for its metric. Errors: Code::Cancelled.
[[nodiscard]] core::Result<std::vector<std::uint64_t>> rowsDecided(
    const core::PairTable& pairs, const core::Limits& limits, core::TaskContext& task);

} // namespace dumpscope::gui
