// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/shown_graph.h"

#include <optional>

namespace dumpscope::gui {

/// "Δ 4" of what the node at the end of an edge was given over it, as its ports have it; a parameter may be
/// another one by the time it is dumped itself. nullopt: that was not dumped, or is not compared.
[[nodiscard]] std::optional<QString> readNote(const ShownGraph& shown, const core::Strand& strand);

} // namespace dumpscope::gui
