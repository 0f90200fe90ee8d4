// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "metrics/statistics_metrics.h"
#include "tensor/tensor_view.h"

#include <optional>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What is added to keep an element out of a softmax, in place of -infinity, is this or less.
inline constexpr double kAddedMask = -9000;

/// Two masks as truth values: which elements stay.
struct ReadMasks {
    bool areOne = false; ///< the same elements stay
    TensorView target, golden;
};

/// Two tensors of one shape that an operator of this type was given, as masks: truth values that say which
/// elements stay beside numbers that are added, 0 or so low that nothing is left; or such numbers on both
/// sides where the same elements stay. Absent where they are equal, and where one is no mask.
[[nodiscard]] Result<std::optional<ReadMasks>> readMasks(
    const TensorView& target, const TensorView& golden, std::string_view type, TaskContext& task);

/// Which elements of two tensors of one shape stand beside a mask that was added to both: one side has
/// -infinity, as of a type that cannot hold the number, where the other has the number of the mask, far below
/// all other elements. Empty where there is no such mask.
[[nodiscard]] Result<std::vector<bool>> besideAddedMask(
    const TensorView& target, const TensorView& golden, TaskContext& task);

/// Likewise of a mask that is a number on both sides, at the same places: what they are off by is not seen
/// beside it. Empty where there is no such mask, and where nothing but zeros is beside it.
[[nodiscard]] Result<std::vector<bool>> besideNumberMask(
    const TensorView& target, const TensorView& golden, TaskContext& task);

/// Whether recorded statistics are those of masks in two conventions, of which they do not show whether they
/// agree.
[[nodiscard]] bool mayBeOneMask(const StatisticRow& target, DType targetType, const StatisticRow& golden,
    DType goldenType, std::string_view type);

/// Whether recorded statistics are those of one tensor to which masks in two conventions may have been added:
/// the smallest number is -infinity on one side and as low as that of a finite mask on the other, and the
/// largest ones agree.
[[nodiscard]] bool mayBeMaskedAlike(const StatisticRow& target, const StatisticRow& golden);

} // namespace dumpscope::core
