// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/traced_operator.h"

#include <cstdint>
#include <map>
#include <optional>

namespace dumpscope::core {

/// Relative errors that a run shows everywhere and that element types do not explain: TF32, autocast, another
/// order of summation, rounded weights.
struct Noise {
    double outputs = 0;                                       ///< of operators
    std::map<std::optional<std::int64_t>, double> parameters; ///< of the model's parameters, by step
};

/// A fifth of all outputs lie below the noise, so a fault cannot raise it much, and it is bounded by the
/// error of the coarsest arithmetic in use. Runs that mostly agree bit for bit have none, nor those whose
/// beginning agrees. Noise of parameters is the median of a step: one wrong parameter does not change it.
[[nodiscard]] Noise noiseOf(const TracedOperators& operators, PairBasis basis);

} // namespace dumpscope::core
