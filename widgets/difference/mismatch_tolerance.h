// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits/limits.h"
#include "metrics/measure.h"

#include <QString>

namespace dumpscope::gui {

/// From which error on an element of a pair counts as a mismatch: |d| > absolute + relative·|golden|.
/// Immutable value.
struct MismatchTolerance {
    double absolute = core::MeasureOptions().atol, relative = core::MeasureOptions().rtol;
    QString rule; ///< the limit it follows, "max_absolute_error <= 1"; empty: the one of mismatch_ratio

    /// "|target − golden| > 1e-8 + 1e-5·|golden|"
    [[nodiscard]] QString condition() const;
    /// Where the numbers come from, in a sentence without a full stop.
    [[nodiscard]] QString origin() const;

    bool operator==(const MismatchTolerance&) const = default;
};

/// What the limits in force for the pair say of single elements: of the largest absolute error before that of
/// the largest relative one. Where they speak of neither it is what `mismatch_ratio` counts by.
[[nodiscard]] MismatchTolerance toleranceOf(
    const core::Limits& limits, const core::FilterTable& pairs, std::size_t row);

} // namespace dumpscope::gui
