// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/operator_features.h"
#include "compare/pairing/value_sketch.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Operators that have the same name, and whether the name may be believed.
struct NamedMatch {
    std::uint32_t target, golden; ///< operators
};

/// What was found about a family. It holds while the same operators are open and the same tensors may be
/// read.
struct NamedFamily {
    std::vector<std::uint32_t> target, golden;
    std::vector<NamedMatch> matches; ///< to be paired; empty where names lie
    ValueSketches::Asked asked;
};

/// Operators of a family with equal number and turn.
[[nodiscard]] std::vector<NamedMatch> namedMatches(
    const PlacePair& place, const PlaceFeatures& features, const OperatorFamily& family);

/// Whether numbers of a family lie: some operator differs in shapes or values from its namesake while
/// another one of the family agrees with it and has no better namesake. An inserted Cast or operands
/// that changed places renumber what stands behind them.
[[nodiscard]] bool numbersLie(const PlacePair& place, const PlaceFeatures& features,
    const OperatorFamily& family, const std::vector<NamedMatch>& matches, ValueSketches& sketches);

/// Pairs what has the same name under `spelling`, family by family, where the name may be believed.
/// What it gives must live as long as it does.
using FindingOf = std::function<const PairFinding&(const PlacePair&, const SequenceOperator& target)>;
[[nodiscard]] Result<void> pairByName(
    PairingDraft& draft, const NameSpelling& spelling, const FindingOf& findingOf, TaskContext& task);
[[nodiscard]] Result<void> pairByName(
    PairingDraft& draft, const NameSpelling& spelling, const PairFinding& finding, TaskContext& task);

} // namespace dumpscope::core
