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
    double outputs = 0; ///< of operators
    double inputs = 0;  ///< that no compared operator made: weights and data may be rounded, products exact
    std::map<std::optional<std::int64_t>, double> parameters; ///< of the model's parameters, by step
};

/// A fifth of all outputs lie below the noise, so a fault cannot raise it much, and it is bounded by the
/// error of the coarsest arithmetic in use. Runs that mostly agree bit for bit have none, nor those whose
/// beginning agrees. Noise of parameters is the median of a step: one wrong parameter does not change it.
/// `products`: what products of single precision are off by from what their own inputs give, where some were
/// computed again. What operators only pass on is no noise then.
[[nodiscard]] Noise noiseOf(
    const TracedOperators& operators, PairBasis basis, std::optional<double> products = {});

} // namespace dumpscope::core
