// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/fusion_graph.h"
#include "tensor/tensor_view.h"

#include <string>
#include <vector>

namespace dumpscope::core {

/// Two tensors as msaccucmp brings them together before it measures (docs/formats/comparison.md 2.1, 8a.6,
/// 8a.7): flat where the layout is ND, golden's axes in the order of the rule file, the target cropped to
/// golden's sizes.
struct MsaccucmpAligned {
    TensorView target, golden;
    std::vector<Message> steps; ///< what was done, for people
    std::string reason;         ///< not empty: they cannot be aligned
};
[[nodiscard]] MsaccucmpAligned alignAsMsaccucmp(TensorView target, TensorView golden,
    MemoryFormat targetFormat, MemoryFormat goldenFormat, const std::optional<Shape>& goldenShape);

} // namespace dumpscope::core
