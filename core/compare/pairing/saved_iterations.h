// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"

#include <cstdint>
#include <optional>
#include <set>

namespace dumpscope::core {

/// The iteration of a Megatron checkpoint to compare where a side has several of them and the other, of one
/// step or none, has none of these: the latest. nullopt: steps are paired as they are. `wanted`: the
/// iterations to choose from; empty: all.
[[nodiscard]] std::optional<std::int64_t> chosenIteration(
    const ComparisonSide& side, const ComparisonSide& other, const std::set<std::int64_t>& wanted);

/// The tensors of one step.
[[nodiscard]] ComparisonSide ofStep(const ComparisonSide& side, std::int64_t step);

} // namespace dumpscope::core
