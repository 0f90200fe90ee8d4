// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"

#include <string>
#include <vector>

namespace dumpscope::core {

/// Tensors of one rank, model, graph and step of either side that are to be compared.
struct MatchedPlaces {
    std::vector<TensorId> target, golden; ///< ascending
    Message note;                         ///< empty where all parts are equal
};

/// Matches the places of two sides: steps and ranks by the user's equations, else by equal
/// number, else by position when there are as many on both sides; runs, models and graphs likewise.
/// `wide` ignores runs, models and graphs. In the target's order. Equations with unknown numbers are
/// `problems` (Code::NotFound).
[[nodiscard]] std::vector<MatchedPlaces> matchPlaces(const DumpIndex& target,
    const std::vector<TensorId>& targetTensors, const DumpIndex& golden,
    const std::vector<TensorId>& goldenTensors, const PairingOptions& options, bool wide,
    std::vector<Diagnostic>& problems);

} // namespace dumpscope::core
