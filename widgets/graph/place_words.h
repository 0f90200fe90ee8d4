// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/shown_graph.h"

namespace dumpscope::gui {

/// What a screen reader says of a place of the picture.
[[nodiscard]] QString spokenPlace(const ShownGraph& shown, const core::GraphPicture::Place& place);
/// The tip over it: whole names, types and what its mark says.
[[nodiscard]] QString placeTip(const ShownGraph& shown, const core::GraphPicture::Place& place);

} // namespace dumpscope::gui
