// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/scope_tree.h"

#include <span>

namespace dumpscope::core {

/// Matches every scope of `from` with a scope of `to`: the one of the same path, else the one that holds the
/// partners of the nodes inside (`nodes`: by node of `from`; invalid: no partner), since the same network may
/// have other names in another form. ScopeTree::kNone where there is none; no scope is matched twice; the
/// whole graphs match each other. Pure.
[[nodiscard]] std::vector<std::uint32_t> matchScopes(
    const ScopeTree& from, const ScopeTree& to, std::span<const NodeId> nodes);

} // namespace dumpscope::core
