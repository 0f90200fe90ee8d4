// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Arrays of `save` of msprobe for MindSpore (docs/formats/llm-era.md 3.4).
void register_mindspore_save_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"mindspore-save",
        Form<0>("MindSpore tensors saved by msprobe"), "msprobe", 0.85, {"npy"}, "",
        [](const CountedFiles& found) {
            return phrase("%1 in %2 named <name>_<dtype>_<n>.npy in folders of a step and a rank",
                found.rowsText(), found.filesText());
        },
        "mindspore-save"}));
}

} // namespace dumpscope::core
