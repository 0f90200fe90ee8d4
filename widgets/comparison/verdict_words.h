// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"
#include "common/theme.h"
#include "compare/limits/limits.h"
#include "compare/tables/pair_table.h"
#include "documents/session.h"
#include "metrics/metric.h"

#include <QString>

namespace dumpscope::gui {

// How the window names and paints what the comparison says.

[[nodiscard]] State stateOf(core::Verdict verdict);
[[nodiscard]] Token tokenOf(core::Verdict verdict);
[[nodiscard]] Token fillOf(core::Verdict verdict);
[[nodiscard]] QString verdictText(core::Verdict verdict);
/// "input 1"; the kind alone where there is no number.
[[nodiscard]] QString ioText(const core::TensorRow& row);
/// "by hand" and its kind, for people.
[[nodiscard]] QString originText(core::PairOrigin origin);
/// What a cell says in place of a number: "non-finite", "shape".
[[nodiscard]] QString pairStateText(core::PairState state);
/// What a cell says in place of the number of a metric (by its place in the table) that has none: "·",
/// "non-finite".
[[nodiscard]] QString missingNumberText(const core::PairResult& result, std::size_t metric);
/// "max |Δ|" for max_absolute_error; the title of the registry for others.
[[nodiscard]] QString shortMetricTitle(std::string_view metric);
/// Up to seven digits, for prose and narrow columns.
[[nodiscard]] QString shortNumber(double value, int digits = 4);

} // namespace dumpscope::gui
