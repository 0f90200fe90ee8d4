// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dtype.h"

namespace dumpscope::core {

/// |x - y| of two 0-dimensional arrays as NumPy takes it: in the type both promote to, where integers wrap
/// around (uint8 1 - 2 = 255, int8 -128 stays -128) and float16 rounds. `bool` is treated as float64, complex
/// numbers as their real part. `x` and `y` are values of their types as float64.
[[nodiscard]] double numpyScalarDifference(DType target, double x, DType golden, double y);

} // namespace dumpscope::core
