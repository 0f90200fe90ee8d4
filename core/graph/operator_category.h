// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace dumpscope::core {

/// What an operator does, roughly, as people look for it in a graph.
enum class OperatorCategory : std::uint8_t {
    Other,
    Matrix,     ///< products of matrices, convolutions, attention
    Normalise,  ///< batch, layer and group norms, softmax
    Activation, ///< ReLU and its like
    Arithmetic, ///< element by element
    Reduction,  ///< sums, means, pooling, losses
    Layout,     ///< moves elements, changes shapes and types
    Update,     ///< optimizers and assignments
};

/// By the type of an operator, in the spelling of any framework: `MatMul`, `aten::mm`, `ReluGrad`. A gradient
/// is of the category of what it is the gradient of.
[[nodiscard]] OperatorCategory operatorCategory(std::string_view opType);

} // namespace dumpscope::core
