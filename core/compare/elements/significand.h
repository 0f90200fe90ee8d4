// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dtype.h"

namespace dumpscope::core {

/// Significand bits with the implicit one; 0 for types without rounding. The unit roundoff is 2^-bits.
[[nodiscard]] int significandBits(DType dtype);
/// Largest number of the types that dumps compute in; that of float64 for all others.
[[nodiscard]] double largestFinite(DType dtype);

} // namespace dumpscope::core
