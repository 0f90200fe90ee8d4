// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tab_drawing.h"
#include "tensor/tensor_document.h"

namespace dumpscope::gui {

/// What became of an export: empty, or why it failed.
using ExportDone = std::function<void(const QString&)>;

/// Writes the slice on screen (or all) as .npy or .csv in a task, by the exporters of the core.
void exportValues(TensorDocument& document, const QString& path, bool whole, ExportDone done);

/// Draws all of the plane as PNG or SVG (by the suffix) in a task that reads what it needs: axes, colour
/// bar, patterns, and a line that names map, scale and range. What is on screen plays no part.
void exportPicture(TensorDocument& document, const QString& path, ExportDone done);

/// Writes a drawing as PNG, SVG or CSV (by the suffix); its numbers in a task, all of them.
void exportDrawing(TensorDocument& document, const TabDrawing& drawing, const QString& path, ExportDone done);

/// What .npy makes of the document's element type where NumPy has no such type; else empty.
[[nodiscard]] QString npyRemark(const TensorDocument& document);

} // namespace dumpscope::gui
