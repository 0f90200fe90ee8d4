// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Tensors of the hooks of msit (docs/formats/llm-era.md 5).
void register_msit_torch_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"msit-torch", Form<0>("msit hook dump"),
        "msit", 0.95, {}, "msit-torch", [](const CountedFiles& found) {
            return phrase("%1 in %2 below torch_tensors", found.rowsText(), found.filesText());
        }}));
}

} // namespace dumpscope::core
