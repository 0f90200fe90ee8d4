// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparison_document.h"
#include "comparison/suspects/divergence_line.h"
#include "comparison/verdict_chips.h"

namespace dumpscope::gui {

[[nodiscard]] VerdictChips::Counts countsOf(const core::ComparisonSummary& summary);

/// The glyph of a conclusion: that of the first divergence only where both are about one row.
[[nodiscard]] State conclusionState(const core::Conclusion& conclusion);

/// The conclusion; while it runs where the runs part so far. Null: nothing.
[[nodiscard]] DivergenceLine::Texts divergenceTexts(const ComparisonDocument* document);

} // namespace dumpscope::gui
