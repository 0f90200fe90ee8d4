// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparison_document.h"
#include "request/compare_request.h"

#include <QString>

namespace dumpscope::gui {

/// What `dumpscope-cli compare` is asked for to give the same numbers and verdicts; nothing while a side is
/// gone. Limits that neither a preset nor `--limit` can say are named as the file they have to be saved to.
[[nodiscard]] std::optional<core::CompareRequest> comparisonRequest(const ComparisonSetup& setup);
/// The line of it, which prints the rows that `rows` selects; empty while a side is gone.
[[nodiscard]] QString comparisonCommand(const ComparisonSetup& setup, const QString& rows = {});
/// Metrics, tolerances, worst elements, error map and models, in both directions.
[[nodiscard]] core::CompareRequest measuringOf(const ComparisonSetup& setup);
void setMeasuring(ComparisonSetup& setup, const core::CompareRequest& request);
/// Sets --limits and --limit; `file` is where the limits would be saved if they need one.
void setLimits(core::CompareRequest& request, const core::Limits& limits, const std::string& file);

/// The way back; opens both sides. Errors: as core::comparisonOptions.
[[nodiscard]] core::Result<ComparisonSetup> setupOf(const core::CompareRequest& request, Session& session);

} // namespace dumpscope::gui
