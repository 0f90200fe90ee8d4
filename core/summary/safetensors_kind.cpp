// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Weights of models (docs/formats/llm-era.md 6.1).
void register_safetensors_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(
        CountedKind::Sort {"safetensors", Form<0>("safetensors weights"), "", 0.9, {"safetensors"}, "",
            [](const CountedFiles& found) {
                return phrase("%1 in %2 with a header of safetensors", found.rowsText(), found.filesText());
            },
            {}, CountedKind::Sort::Rows::Parameters}));
}

} // namespace dumpscope::core
