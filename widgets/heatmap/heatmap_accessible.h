// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dumpscope::gui {

/// Lets screen readers read the probed cell of heatmaps; once is enough. GUI thread.
void installHeatmapAccessibility();

} // namespace dumpscope::gui
