// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/explained_error.h"
#include "compare/suspects/traced_operator.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Why an operator is suspect.
enum class SuspectReason : unsigned char {
    None,
    Growth,       ///< more error than its inputs and rounding explain
    WorstElement, ///< likewise of the element that is off most
    NormChange,   ///< likewise of the norm, which is all that statistics show of small errors
    WrongInput,   ///< an input is wrong that no earlier operator made so: a parameter, a constant, a gap
    WrongScalar,  ///< an argument that is no tensor differs, and the output is wrong
    WrongChoice,  ///< an integer or truth among the inputs differs: an attribute, a mask, an index
    NonFinite,    ///< NaN or infinities are born here
    ShapeChange,  ///< the output has another shape
    Bits,         ///< checksums: inputs are the same, the output is not
};

/// The strongest evidence against one operator.
struct Evidence {
    SuspectReason reason = SuspectReason::None;
    double score = 0;
    const TensorError* tensor = nullptr; ///< that shows it
    double explained = 0;                ///< of the error that `tensor` shows
    double inherited = 0;                ///< relative error of the worst input
    std::string_view scalars = {};       ///< how an argument that is no tensor differs
    bool hasInputs = true;               ///< some input was dumped; else `inherited` says nothing
};

/// A sentence with the numbers.
[[nodiscard]] std::string suspectText(const Evidence& evidence, const PairTable& pairs);

} // namespace dumpscope::core
