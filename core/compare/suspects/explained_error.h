// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/operator_nature.h"
#include "compare/suspects/tensor_error.h"

#include <span>

namespace dumpscope::core {

/// An input of an operator with the error it is assumed to have: statistics show only part of it.
struct InheritedError {
    const TensorError* tensor = nullptr; ///< not owned
    double relative = 0;                 ///< as TensorError::relative
    double largest = 0;                  ///< as TensorError::largest
    bool isTerm = true;                  ///< of a sum; false: a factor of one, the size of which is not known
};

/// What an operator's inputs and rounding explain of one output's error (docs/culprit.md).
struct ExplainedError {
    double relative = 0; ///< of ‖d‖ / ‖y‖, root mean square of independent parts
    double largest = 0;  ///< of max |d| / max |y|
    double norm = 0;     ///< of the change of ‖y‖, statistics only
};

/// RMS error of a value rounded to nearest, in unit roundoffs: 1/√3 for a value just above a power of two,
/// half of it just below the next; the mean over a logarithmic distribution.
inline constexpr double kRoundingRms = 0.42;

/// An error that reaches an operator through tensors that are not dumped; measures as ExplainedError.
struct UnseenError {
    double relative = 0, largest = 0;
};

/// `noise` is what the run shows everywhere (Suspicion::noise).
[[nodiscard]] ExplainedError explainError(OperatorNature nature, bool isElementwise,
    std::span<const InheritedError> inputs, const TensorError& output, double noise, UnseenError unseen);

/// Relative error of what gates let through of n elements where what they go by has a relative error e: about
/// e·n of them are open or shut otherwise.
[[nodiscard]] double gatedError(double error, double count);

/// Adds the error of gates that an input error opens or shuts: of n elements whose gate has a relative error
/// e, about e·n flip, each with all that goes through it.
void explainGates(
    std::span<const InheritedError> inputs, const TensorError& output, ExplainedError& explained);

} // namespace dumpscope::core
