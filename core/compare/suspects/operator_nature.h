// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// How an operator propagates errors, by its type. Types in no list are `Smooth`: relative errors stay about
/// as large as they were.
enum class OperatorNature : unsigned char {
    Smooth,
    Linear,      ///< sums and differences: large parts may cancel
    Bilinear,    ///< products of two tensors, summed up or not
    Inverting,   ///< small values become large, and so do their relative errors
    Exponential, ///< the error of an exponent becomes the relative error of the result
    Stepping,    ///< rounds, compares, sorts, picks: benign noise may change an element by a whole step
    Collective,  ///< exchanges data between ranks
};

/// A type in the spelling of the lists: lower case, without `_` and blanks. `__add__` gives "add".
[[nodiscard]] std::string operatorWord(std::string_view type);
/// Whether `words`, each between blanks, contain the word of an operator.
[[nodiscard]] bool isListedWord(std::string_view words, std::string_view word);
/// `type` in any spelling: `__add__`, `MatMul`, `BiasAdd`, `conv2d`.
[[nodiscard]] OperatorNature operatorNature(std::string_view type);
/// Whether the operator's signature has a parameter of the model as this input: the weight of `linear`.
[[nodiscard]] bool isParameterInput(std::string_view type, std::int32_t slot);
/// Whether it is a bias that stands before what it is added to: `addmm`. `axes`: of the input.
[[nodiscard]] bool isLeadingBias(std::string_view type, std::int32_t slot, std::size_t axes);
/// Whether it is one that training moves: the running mean and variance of a normalisation are not.
[[nodiscard]] bool isTrainedInput(std::string_view type, std::int32_t slot);
/// Whether a bilinear operator multiplies element by element.
[[nodiscard]] bool isElementwiseProduct(std::string_view type);
/// Whether a value or gradient passes or not depending on the sign of another value, or on which of several
/// is largest.
[[nodiscard]] bool hasGates(std::string_view type, bool isBackward);
/// Whether the operator orders its input or picks the largest of it.
[[nodiscard]] bool ordersValues(std::string_view type);
/// Whether the operator gives some of its values by their size, or says which these are.
[[nodiscard]] bool choosesValues(std::string_view type);
/// Whether the number of elements of the output depends on the values of the inputs; `inputs`: their number.
[[nodiscard]] bool hasShapeOfValues(std::string_view type, std::size_t inputs);
/// Whether it is attention, by its type or the last part of its name (`SelfAttentionOperation`, `attn`).
[[nodiscard]] bool computesAttention(std::string_view word);
/// What the calls of an operator share: `Module.attn.Attention.forward` of `Module.attn.Attention.forward.2`.
[[nodiscard]] std::string_view nameWithoutCall(std::string_view name);
/// Whether the operator changes its first input in place (`lerp_`), as optimizers do what they keep.
[[nodiscard]] bool changesFirstInput(std::string_view type);
/// Whether the operator overwrites its first input in place (`copy_`), whose earlier values do not
/// matter.
[[nodiscard]] bool writesOverFirstInput(std::string_view type);
/// Whether a forward operator writes over this input: the first one of `add_`, `__setitem__` and
/// `all_reduce`, the running statistics of a normalisation.
[[nodiscard]] bool writesOverInput(std::string_view type, std::int32_t slot);

} // namespace dumpscope::core
