// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/suspect.h"

#include <QString>

#include <optional>
#include <vector>

namespace dumpscope::gui {

/// The errors of a suspect beside its sentence: where that gives a number, it is the one shown.
struct SuspectErrors {
    std::optional<double> input, output;
    core::ErrorMeasure measure = core::ErrorMeasure::RelativeL2; ///< of the output
    bool isInputBound = false, isOutputBound = false;            ///< at least so large

    /// There is something to draw.
    [[nodiscard]] bool isAny() const { return input.value_or(0) > 0 || output.value_or(0) > 0; }
};
[[nodiscard]] SuspectErrors suspectErrors(const core::Suspect& suspect);

/// "0.012", "≥0.012", "?": the digits of the sentence.
[[nodiscard]] QString suspectErrorText(const std::optional<double>& error, bool isBound);
/// "0 → 0.012", "max 0.4": for a cell.
[[nodiscard]] QString suspectErrorsText(const SuspectErrors& errors);
/// "× 68.1"; of what is proven, which has no number of its own, how much its output is beyond what is
/// explained. "–" where no error is suspect. `outputs`: of the suspicion, ascending row.
[[nodiscard]] QString suspectScoreText(
    const core::Suspect& suspect, const std::vector<core::JudgedOutput>& outputs);
/// "92 %" of the error behind it, "?" where that cannot be computed; empty where nobody asked.
[[nodiscard]] QString suspectWorthText(const core::Suspect& suspect);
/// "worst output", "worst element", "norm": what the number of the output is of.
[[nodiscard]] QString suspectMeasureText(core::ErrorMeasure measure);

} // namespace dumpscope::gui
