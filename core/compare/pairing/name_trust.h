// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/operator_features.h"
#include "compare/pairing/value_sketch.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Operators that have the same name.
struct NamedMatch {
    std::uint32_t target, golden; ///< positions in the operator sequences
};

/// Cached result for a family: valid while the same operators are without partner and the same tensors may be
/// read.
struct NamedFamily {
    std::vector<std::uint32_t> target, golden;
    std::vector<NamedMatch> matches; ///< to be paired; empty where numbers are not to be trusted
    ValueSketches::Asked asked;
};

/// Operators of a family with equal number and occurrence.
[[nodiscard]] std::vector<NamedMatch> namedMatches(
    const PlacePair& place, const PlaceFeatures& features, const OperatorFamily& family);

/// Whether numbers of a family are not to be trusted: some operator differs in shapes or values from its
/// namesake while another one of the family agrees with it and has no better namesake. An inserted Cast or
/// operands that changed places renumber the operators behind them.
[[nodiscard]] bool numbersLie(const PlacePair& place, const PlaceFeatures& features,
    const OperatorFamily& family, const std::vector<NamedMatch>& matches, ValueSketches& sketches);

/// Finding for pairs of an operator; the reference must stay valid as long as the function.
using FindingOf = std::function<const PairFinding&(const PlacePair&, const SequenceOperator& target)>;
/// Pairs operators of the same name under `spelling`, family by family, where numbers can be trusted
/// (numbersLie). Errors: Code::Cancelled.
[[nodiscard]] Result<void> pairByName(
    PairingDraft& draft, const NameSpelling& spelling, const FindingOf& findingOf, TaskContext& task);
[[nodiscard]] Result<void> pairByName(
    PairingDraft& draft, const NameSpelling& spelling, const PairFinding& finding, TaskContext& task);

} // namespace dumpscope::core
