// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Tensors of the logger of vLLM (docs/formats/llm-era.md 5).
void register_vllm_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"vllm",
        Form<0>("vLLM intermediate tensors"), "vLLM", 0.95, {}, "vllm",
        [](const CountedFiles& found) {
            return phrase("%1 in %2 below step folders of a request", found.rowsText(), found.filesText());
        },
        "vllm"}));
}

} // namespace dumpscope::core
