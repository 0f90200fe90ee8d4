// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_view.h"

namespace dumpscope::core {

/// The complete elements of a truncated tensor as a vector, in storage order. Errors: Code::Truncated when
/// there is none.
[[nodiscard]] Result<TensorView> flatView(const TensorView& view);

} // namespace dumpscope::core
