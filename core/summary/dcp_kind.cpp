// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Torch distributed checkpoints (docs/formats/llm-era.md 7.2).
void register_dcp_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"dcp",
        Form<0>("torch distributed checkpoint"), "PyTorch", 0.95, {"dcp"}, "",
        [](const CountedFiles& found) {
            return found.rows == 0 ? phrase("its files, without a tensor")
                                   : phrase("%1 in %2 named .metadata", found.rowsText(), found.filesText());
        },
        {}, CountedKind::Sort::Rows::All, true}));
}

} // namespace dumpscope::core
