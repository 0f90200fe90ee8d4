// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparison_document.h"
#include "request/compare_request.h"

#include <QString>

#include <string>

namespace dumpscope::gui {

/// What `dumpscope-cli compare` is asked for to give the same numbers and verdicts; nothing while a side is
/// gone. What no file holds and no option says is left out (`unsavedSettings`).
[[nodiscard]] std::optional<core::CompareRequest> comparisonRequest(const ComparisonSetup& setup);
/// The line of it, which prints the rows that `rows` selects; empty while a side is gone.
[[nodiscard]] QString comparisonCommand(const ComparisonSetup& setup, const QString& rows = {});

/// What the user said in the window and only a file could say on the command line, but did not save.
struct UnsavedSettings {
    bool pairing = false, limits = false;
    [[nodiscard]] bool any() const { return pairing || limits; }
};
[[nodiscard]] UnsavedSettings unsavedSettings(const ComparisonSetup& setup);
/// For reports: the preset or file, else the rules.
[[nodiscard]] std::string limitsTitle(const core::Limits& limits);
/// "Without the pairing …, which is not saved": a sentence beside the command; empty where nothing is
/// missing.
[[nodiscard]] QString unsavedText(const UnsavedSettings& unsaved);
/// Metrics, tolerances, worst elements, error map, models, environments and truth, in both directions.
[[nodiscard]] core::CompareRequest measuringOf(const ComparisonSetup& setup);
void setMeasuring(ComparisonSetup& setup, const core::CompareRequest& request);
/// Sets --limits and --limit; false, and nothing is set, where a file is needed and there is none.
bool setLimits(core::CompareRequest& request, const core::Limits& limits);

/// The way back; opens both sides. Errors: as core::comparisonOptions.
[[nodiscard]] core::Result<ComparisonSetup> setupOf(const core::CompareRequest& request, Session& session);

} // namespace dumpscope::gui
