// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Checkpoints of MindSpore (docs/formats/llm-era.md 7.3).
void register_mindspore_checkpoint_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(
        CountedKind::Sort {"mindspore-checkpoint", Form<0>("MindSpore checkpoint"), "MindSpore", 0.95,
            {"mindspore-ckpt"}, "", [](const CountedFiles& found) {
                return phrase("%1 in %2 of mindspore.save_checkpoint", found.rowsText(), found.filesText());
            }}));
}

} // namespace dumpscope::core
