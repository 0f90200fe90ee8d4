// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"
#include "tensor/tensor_view.h"

#include <vector>

namespace dumpscope::core {

/// Two views of equal logical shape. Elements are never broadcast, dropped or
/// invented.
struct Reconciled {
    TensorView target, golden;
    std::vector<Message> steps; ///< what was done, in order, for people; empty if nothing was needed
    Message mismatch;           ///< not empty: why the shapes cannot be aligned
    bool countDiffers = false;  ///< with `mismatch`: even the number of elements differs
};

/// Makes the logical shapes of two tensors equal where that has a meaning (docs/formats/comparison.md
/// 2, 9.5): undoing device layouts, length-1 axes, split or merged neighbouring axes, and NCHW against NHWC
/// where the recorded formats or a rule (`hint`, may be null) say so, or only one reading fits. Reads no
/// elements.
[[nodiscard]] Reconciled reconcile(TensorView target, TensorView golden, const AlignmentHint* hint = nullptr);

} // namespace dumpscope::core
