// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/conclusion/verdict_counts.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

class PairTable;

/// Verdicts of the pairs of one numbered block of the network (model/module_scope.h), over all ranks and
/// steps.
struct LayerVerdicts : VerdictCounts {
    std::string layer;                    ///< empty: what lies in none
    std::optional<std::size_t> firstFail; ///< index of a pair
};

/// In the order of their first pairs; empty where no pair lies in a numbered block.
[[nodiscard]] std::vector<LayerVerdicts> summariseLayers(const PairTable& pairs);

} // namespace dumpscope::core
