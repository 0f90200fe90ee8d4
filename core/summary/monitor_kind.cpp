// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Statistics of a training run by the monitor of msprobe (docs/formats/llm-era.md 8).
void register_monitor_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"monitor", Form<0>("msprobe monitor"),
        "msprobe", 0.95, {"monitor"}, "", [](const CountedFiles& found) {
            return phrase("statistics of %1 in %2 of the monitor", found.rowsText(), found.filesText());
        }}));
}

} // namespace dumpscope::core
