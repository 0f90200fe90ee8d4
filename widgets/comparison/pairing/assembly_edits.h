// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "comparison/pairing/pairing_edits.h"

#include <optional>

namespace dumpscope::gui {

/// A pair of a comparison whose assembly is changed.
struct AssembledPair {
    std::shared_ptr<const core::DumpIndex> target, golden;
    core::TensorPair pair;
};

/// The edits, and that golden's tensor is put together so: of this pair, or by a rule of all that are named
/// alike. nullopt: no rule can say so, as its parts have other names or no ranks.
[[nodiscard]] std::optional<PairingEdits> withAssembly(
    PairingEdits edits, const AssembledPair& of, const core::Assembly& assembly, bool asRule);

} // namespace dumpscope::gui
