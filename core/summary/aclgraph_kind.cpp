// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Tensors of the aclgraph dumper of msprobe, which has no dump.json beside them
/// (docs/formats/llm-era.md 3.1).
void register_aclgraph_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(
        CountedKind::Sort {"aclgraph", Form<0>("aclgraph dump of msprobe"), "msprobe", 0.95, {"pt"}, "",
            [](const CountedFiles& found) {
                return phrase("%1 in %2 named after calls in a graph", found.rowsText(), found.filesText());
            },
            "aclgraph"}));
}

} // namespace dumpscope::core
