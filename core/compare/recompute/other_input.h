// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"
#include "compare/recompute/operator_call.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>

namespace dumpscope::core {

/// An input of an operator that is not golden's, found by its slot in the same call although nothing paired
/// them.
struct OtherInput {
    std::int32_t slot = 0;
    double error = 0;             ///< relative L2
    std::optional<double> factor; ///< golden's times this number is what it is; absent: it is no multiple

    /// `ranks`: of the target; a sum over them is as many times golden's mean.
    [[nodiscard]] Message text(std::size_t ranks) const;
};

/// The input of `target` that is farthest off, by more than `noise` and rounding of the types leave. Left out
/// are slots in `paired`, inputs of other shapes or of very many elements and such that hold NaN or
/// infinities. Nothing where all others agree or the task is stopped.
[[nodiscard]] std::optional<OtherInput> otherInput(const OperatorCall& target, const OperatorCall& golden,
    const std::set<std::int32_t>& paired, double noise, const TaskContext& task);

} // namespace dumpscope::core
