// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/recomputer.h"

#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// What a loss is given and told.
struct LossArguments {
    const Operand *x = nullptr, *y = nullptr;
    double ignored = 0;    ///< class of samples that do not count
    double smoothing = 0;  ///< share that all classes get
    std::string reduction; ///< empty: not said

    /// Whether the losses may be brought together so.
    [[nodiscard]] bool isSaid(std::string_view word) const { return reduction.empty() || reduction == word; }
};

/// nullopt where the call has other tensors, as weights of classes or elements. Valid as long as the call.
[[nodiscard]] std::optional<LossArguments> lossArguments(const OperatorCall& call);

} // namespace dumpscope::core
