// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/difference_document.h"
#include "tensor/numpy_text.h"

namespace dumpscope::gui {

// What leaves the window of a pair that is ready: text for the clipboard and files. All in tasks.

/// Which lines of a cell: one side, the difference, or all three.
enum class PairPart : std::uint8_t { Target, Golden, Difference, All };

/// Cells of the plane separated by tabs, one line per row (three for All, marked T, G and Δ).
[[nodiscard]] core::Result<QString> pairCellsText(const DifferencePlane& plane, PairPart part,
    const core::PlaneWindow& window, bool withNames, core::TaskContext& task);

/// What gives the same numbers from the files of both sides.
[[nodiscard]] NumpyText numpyExpression(DifferenceDocument& document, const core::PlaneWindow& window);

/// Empty when done, else why not.
using OutputDone = std::function<void(const QString&)>;
/// The difference of the kind in front, of the plane or of the whole pair, as float64 in .npy or as .csv, by
/// the suffix.
void exportDifference(DifferenceDocument& document, const QString& path, bool whole, OutputDone done);
/// Target, golden and difference of the plane side by side as .png or .svg.
void exportPictures(DifferenceDocument& document, const QString& path, OutputDone done);

} // namespace dumpscope::gui
