// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/scope_tree.h"

#include <span>

namespace dumpscope::core {

/// Which scope of `to` stands for each scope of `from`: the one of the same path, else the one that holds
/// what the nodes inside are paired with (`nodes`: by node of `from`; invalid: with nothing), as the same
/// network has other names in another form. ScopeTree::kNone where there is none; no scope stands for two;
/// the whole graphs stand for each other. Pure.
[[nodiscard]] std::vector<std::uint32_t> matchScopes(
    const ScopeTree& from, const ScopeTree& to, std::span<const NodeId> nodes);

} // namespace dumpscope::core
