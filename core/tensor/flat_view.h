// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_view.h"

namespace dumpscope::core {

/// What there is of a truncated tensor: its whole elements as a vector, in the order of the file.
/// Code::Truncated when there is none.
[[nodiscard]] Result<TensorView> flatView(const TensorView& view);

} // namespace dumpscope::core
