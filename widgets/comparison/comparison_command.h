// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparison_document.h"

#include <QString>

namespace dumpscope::gui {

/// The `dumpscope-cli compare` line that gives the same numbers and verdicts; empty while a side is gone.
/// Limits that neither a preset nor `--limit` can say are named as the file they have to be saved to.
[[nodiscard]] QString comparisonCommand(const ComparisonSetup& setup);
/// Options that stand for the limits; `file` is where they would be saved if they need one.
[[nodiscard]] QString limitsOptions(const core::Limits& limits, const QString& file);

} // namespace dumpscope::gui
