// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

class PairTable;
struct TensorError;

/// In a rank and step all gradients are golden's times a power of two, from that of the loss on: mixed
/// precision scales the loss, so that small gradients are no zeros in a half type.
struct LossScale {
    std::string run; ///< as FolderFacts::run
    std::optional<std::int64_t> rank, step;
    int exponent = 0;               ///< of two; never 0
    bool isOfParameters = true;     ///< gradients of parameters were recorded with the factor
    std::size_t row = 0;            ///< of the pair table: the gradient that shows it first
    std::vector<std::size_t> calls; ///< outputs of operators that multiply the loss itself

    [[nodiscard]] std::string factor() const; ///< `2^10`
};

/// The error of a pair once the target is divided by two to the exponent; by 0: as it was measured. The error
/// of its worst element is that of random errors where elements were measured, which is not known.
[[nodiscard]] TensorError dividedBy(const PairTable& pairs, const TensorError& error, int exponent);

/// Whether the tensor's norm is golden's times two to the exponent but for a factor of at most √2.
[[nodiscard]] bool isAboutTimes(const PairTable& pairs, const TensorError& error, int exponent);

/// The power of two by which the tensor is golden's, unless that is 1. One number is so exactly, others but
/// for rounding.
[[nodiscard]] std::optional<int> powerOfTwo(const PairTable& pairs, const TensorError& error);

[[nodiscard]] Message lossScaleText(int exponent);

} // namespace dumpscope::core
