// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Trees and tensors of the debugger of Hugging Face transformers (docs/formats/llm-era.md 6.2).
void register_hf_debugger_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"hf-debugger",
        Form<0>("Hugging Face debugger"), "transformers", 0.97, {"hf-debugger", "safetensors"}, "",
        [](const CountedFiles& found) {
            return phrase(
                "%1 in %2 named by a tree of modules or like one", found.rowsText(), found.filesText());
        },
        {}, CountedKind::Sort::Rows::InputsAndOutputs}));
}

} // namespace dumpscope::core
