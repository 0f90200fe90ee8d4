// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Weights that torch.save wrote as a dictionary (docs/formats/llm-era.md 6.1).
void register_torch_weights_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(
        CountedKind::Sort {"torch-weights", Form<0>("PyTorch weights"), "PyTorch", 0.6, {"pt"}, "",
            [](const CountedFiles& found) {
                if (found.others == 0)
                    return phrase(
                        "%1 in %2 named by the keys of a dictionary", found.rowsText(), found.filesText());
                return phrase("%1 in %2 named by the keys of a dictionary, %3 of them weights",
                    found.allText(), found.filesText(), found.rows);
            },
            {}, CountedKind::Sort::Rows::Parameters}));
}

} // namespace dumpscope::core
