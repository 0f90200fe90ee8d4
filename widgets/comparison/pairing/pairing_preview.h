// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparison_run.h"

#include <optional>

namespace dumpscope::gui {

/// What another pairing would bring.
struct RulePreview {
    std::size_t operators = 0;           ///< of the target that have no pair now
    std::size_t pairs = 0;               ///< of tensors that are not pairs now
    std::optional<std::size_t> verdicts; ///< tensors of the target that get another verdict, or their first
};

/// Pairs both sides and measures nothing. Errors: rules that cannot be used, Code::Cancelled.
[[nodiscard]] core::Result<RulePreview> previewPairs(
    const ComparisonInput& input, const core::Comparison& before, core::TaskContext& task);
/// Measures the pairs that are new, and judges all. Errors: likewise.
[[nodiscard]] core::Result<std::size_t> changedVerdicts(
    ComparisonInput input, const core::Comparison& before, core::TaskContext& task);

} // namespace dumpscope::gui
