// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/explained_error.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/walked_run.h"

#include <vector>

namespace dumpscope::core {

/// What an operator was given, and what of it nobody explains.
struct JudgedInputs {
    std::vector<InheritedError> errors;
    Evidence wrong;                      ///< an input nobody explains
    const TensorError* choice = nullptr; ///< an integer nobody explains
    double worst = 0;
    bool any = false, anyDiffers = false, anyBroken = false, anyNonFinite = false;
    bool anyUnmeasured = false;
    bool hasExtremesOnly = false; ///< some integer, which may differ all the same
    /// `worst` is that of all
    [[nodiscard]] bool isMeasured() const
    {
        return any && !anyUnmeasured && !(worst == 0 && hasExtremesOnly);
    }
};

/// Judges what an operator was given and what its forward run kept for it, by what came before in the place.
/// Tells the run of known effects.
[[nodiscard]] JudgedInputs judgeInputs(const TracedOperator& op, const WalkedPlace& place, WalkedRun& run);

/// Errors that reach the operator by ways the dump does not show.
[[nodiscard]] UnseenError unseenError(
    const TracedOperator& op, const WalkedPlace& place, const WalkedRun& run, JudgedInputs& inputs);

/// What nobody has made and the operator writes over: memory that was never filled. NaN is reported wherever
/// it shows, and what the noise or an earlier error explains is an input like any other.
[[nodiscard]] bool isLeftover(
    const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place, const WalkedRun& run);

} // namespace dumpscope::core
