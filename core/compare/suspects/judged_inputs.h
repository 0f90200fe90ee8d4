// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/explained_error.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/walked_run.h"

#include <vector>

namespace dumpscope::core {

/// The inputs of an operator and which of them are not explained.
struct JudgedInputs {
    std::vector<InheritedError> errors;
    Evidence wrong;                      ///< an input that is not explained
    const TensorError* choice = nullptr; ///< an integer input that is not explained; not owned
    struct Idle {
        const TensorError* tensor; ///< not owned
        Form<0> why;
    };
    std::vector<Idle> idle; ///< nothing but rounding in golden
    double worst = 0;       ///< largest relative error
    bool any = false, anyDiffers = false, anyBroken = false, anyNonFinite = false;
    bool anyUnmeasured = false;
    bool hasExtremesOnly = false; ///< of some integer only extremes are recorded, so it may differ unseen
    /// Whether `worst` covers all inputs.
    [[nodiscard]] bool isMeasured() const
    {
        return any && !anyUnmeasured && !(worst == 0 && hasExtremesOnly);
    }
    /// Whether all that may differ unseen are integers.
    [[nodiscard]] bool areIntegersUnseen() const { return hasExtremesOnly && !anyUnmeasured; }
};

/// Judges the inputs of an operator and what its forward run kept for it, by what came before in the place.
/// Adds known effects to the run.
[[nodiscard]] JudgedInputs judgeInputs(const TracedOperator& op, const WalkedPlace& place, WalkedRun& run);

/// Errors that reach the operator through tensors that are not dumped.
[[nodiscard]] UnseenError unseenError(
    const TracedOperator& op, const WalkedPlace& place, const WalkedRun& run, JudgedInputs& inputs);

/// Whether the input is memory that was never filled and that the operator overwrites: no output that differs
/// is what stands there. False for errors that the noise or an earlier error explains.
[[nodiscard]] bool isLeftover(
    const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place, const WalkedRun& run);

} // namespace dumpscope::core
