// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/counted_files.h"

namespace dumpscope::core {

/// Tensors of acl_save (docs/formats/llm-era.md 3.2).
void register_acl_save_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<CountedKind>(CountedKind::Sort {"acl-save", Form<0>("acl_save tensors"),
        "msprobe", 0.85, {"acl-save"}, "", [](const CountedFiles& found) {
            return phrase(
                "%1 in %2 named <base>_<n>.pt and written by C++", found.rowsText(), found.filesText());
        }}));
}

} // namespace dumpscope::core
