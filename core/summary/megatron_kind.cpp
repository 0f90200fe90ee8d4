// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Checkpoints of Megatron-LM (docs/formats/llm-era.md 7.1).
void register_megatron_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"megatron", Form<0>("Megatron checkpoint"),
        "Megatron-LM", 0.95, {"megatron"}, "", [](const CountedFiles& found) {
            return phrase("%1 in %2 named model_optim_rng.pt", found.rowsText(), found.filesText());
        }}));
}

} // namespace dumpscope::core
