// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing_rule.h"
#include "comparison/comparison_document.h"

namespace dumpscope::gui {

/// Everything a run needs that the window may change or close meanwhile; for other threads.
struct ComparisonInput {
    std::shared_ptr<const core::DumpIndex> target, golden;
    core::SideRestriction targetPart, goldenPart;
    core::ComparisonOptions options;
    std::string profile, metrics;
    std::string truth; ///< path; empty: none
};

/// What the text of the window's own edits is called among the rules.
inline constexpr const char* kEditsName = core::kByHand.data();

/// Both sides must have been read.
[[nodiscard]] ComparisonInput inputOf(const ComparisonSetup& setup);
/// What a comparison reads, and nobody writes to: all dumps and the files of its pairing rules.
[[nodiscard]] std::vector<std::string> filesReadBy(const ComparisonSetup& setup);
/// Errors: as of core::compareSides, and an unknown profile (Code::Usage). A truth that cannot be read or was
/// not measured to its end is a problem of the comparison.
[[nodiscard]] core::Result<core::Comparison> runComparison(
    ComparisonInput input, const core::ComparisonObserver& observer, core::TaskContext& task);

} // namespace dumpscope::gui
