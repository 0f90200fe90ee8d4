// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_match.h"

#include <vector>

namespace dumpscope::core {

/// Tensors of parameters that were written after an operator of the same rank and step that reads the
/// parameter: they hold what the step made of it, not what the step began with
/// (docs/formats/mindspore-dump.md 2.2). By recorded times: what has none is not late.
[[nodiscard]] std::vector<TensorId> lateParameters(
    const Graph& graph, const DumpIndex& dump, const GraphMatch& match);

} // namespace dumpscope::core
