// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/metric_profile.h"

namespace dumpscope::core {

/// Two tensors as msaccucmp aligns them before it measures (docs/formats/comparison.md 2.1, 8a.6,
/// 8a.7): flat where the layout is ND, golden's axes in the order of the rule file, the target cropped to
/// golden's sizes.
[[nodiscard]] AlignedTensors alignAsMsaccucmp(
    TensorView target, TensorView golden, MemoryFormat targetFormat, const GoldenLayout& layout);

} // namespace dumpscope::core
