// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QString>

#include <span>
#include <string>

namespace dumpscope::gui {

class GraphCanvas;
class ShownGraph;
class Theme;

/// Writes what is unfolded as a picture (.png, .svg, in the light theme) or the whole graph for Graphviz
/// (.dot), by the ending of `path`. The file is complete or not there. Errors: Code::Usage for another
/// ending, Code::Limit for a picture that is too large for pixels, those of core::checkOutputs with what is
/// open as `inputs`, and of AtomicFile.
[[nodiscard]] core::Result<void> exportGraph(const ShownGraph& shown, const GraphCanvas& canvas,
    const QString& path, std::span<const std::string> inputs);

} // namespace dumpscope::gui
