// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/traced_operator.h"

#include <cstdint>
#include <map>
#include <optional>

namespace dumpscope::core {

/// Errors that a run shows everywhere although no type tells: TF32, autocast, another order of summation,
/// rounded weights.
struct Noise {
    double outputs = 0;                                       ///< of operators
    std::map<std::optional<std::int64_t>, double> parameters; ///< of the model's parameters, by step
};

/// A fifth of all outputs lie below the noise, so a fault cannot raise it much, and it is bounded by what
/// the coarsest arithmetic in use does. Runs that mostly agree bit for bit have none, nor
/// those that agree for a good part from their beginning. One wrong parameter
/// does not move the median of a step, and updates move all of them.
[[nodiscard]] Noise noiseOf(const TracedOperators& operators, PairBasis basis);

} // namespace dumpscope::core
