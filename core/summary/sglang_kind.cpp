// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Both dumpers of SGLang (docs/formats/llm-era.md 4).
void register_sglang_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"sglang", Form<0>("SGLang dump"), "SGLang",
        0.95, {"sglang", "sglang-hook"}, "", [](const CountedFiles& found) {
            return phrase("%1 in %2 with the names that the dumpers of SGLang give", found.rowsText(),
                found.filesText());
        }}));
}

} // namespace dumpscope::core
