// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/msprobe/msprobe_dump.h"
#include "readers/msprobe/msprobe_structure.h"
#include "records/graph.h"

namespace dumpscope::core {

/// The module tree as two graphs, forward and backward (docs/formats/msprobe-dump.md 5): modules and APIs are
/// nodes, named as in dump.json; their scope is the path of the module that called them, `/` between its
/// parts. msprobe records no data flow, so the inputs only give the order of execution and the forward of a
/// backward. `table` (null if there is no dump.json) adds entries the tree does not list, positions, types of
/// outputs, and arguments that are no tensors.
[[nodiscard]] GraphDocument makeMsprobeGraph(
    const MsprobeConstruct& construct, const MsprobeStacks& stacks, const StatisticTable* table);

} // namespace dumpscope::core
