// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/metric_profile.h"

#include <optional>
#include <utility>

namespace dumpscope::core {

/// Two tensors as msaccucmp aligns them before it measures (docs/formats/comparison.md 2.1, 8a.6,
/// 8a.7): flat where the layout is ND, golden's axes in the order of the rule file, the target cropped to
/// golden's sizes.
[[nodiscard]] AlignedTensors alignAsMsaccucmp(
    TensorView target, TensorView golden, MemoryFormat targetFormat, const GoldenLayout& layout);

/// Two device dumps with their padding, in the order in which they are stored, where the tool does not crop
/// them: NDC1HWC0 of five axes (docs/formats/comparison.md 8a.8). None where it does, or for other tensors.
[[nodiscard]] std::optional<std::pair<TensorView, TensorView>> withPadding(
    const TensorView& target, const TensorView& golden);
/// Whether a tensor of this format and rank of its original shape is such a one.
[[nodiscard]] bool keepsPadding(MemoryFormat format, std::size_t originalRank);

} // namespace dumpscope::core
