// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Weights that torch.save wrote as a dictionary (docs/formats/llm-era.md 6.1).
void register_torch_weights_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"torch-weights", Form<0>("PyTorch weights"),
        "PyTorch", 0.6, {"pt"}, "",
        [](const CountedFiles& found) {
            return phrase("%1 in %2 named by the keys of a dictionary", found.rowsText(), found.filesText());
        },
        {}, CountedKind::Sort::Rows::Parameters}));
}

} // namespace dumpscope::core
