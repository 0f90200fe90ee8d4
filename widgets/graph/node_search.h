// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/graph.h"

#include <QString>

#include <vector>

namespace dumpscope::gui {

/// Nodes whose name, type, label or id holds every word of `text`, without regard to case; `op_type:Conv*`
/// and the like take wildcards. Ascending; nothing for an empty text. Pure.
[[nodiscard]] std::vector<core::NodeId> searchNodes(const core::Graph& graph, const QString& text);

} // namespace dumpscope::gui
