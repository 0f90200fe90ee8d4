// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"
#include "tensor/statistics_kernel.h"

#include <optional>

namespace dumpscope::core {

/// Elements as float64 by the rules of statistics (docs/contract.md 3): complex numbers by magnitude, NaN if
/// a part is NaN, else +Inf if a part is infinite. A finite complex128 whose magnitude is beyond
/// float64 gives the largest finite number. `out` has room for `chunk.count`.
void toMagnitudes(const ElementChunk& chunk, double* out);

/// The element type of the kernels that work on unpacked elements of `dtype` directly, if there is one.
[[nodiscard]] std::optional<kernel::Element> kernelElement(DType dtype);

/// Smallest positive normal number of the type (of the parts of complex types); 0 if the type has no
/// subnormal numbers.
[[nodiscard]] double smallestNormal(DType dtype);

/// `count` elements of the chunk after its first `skip`.
[[nodiscard]] ElementChunk subChunk(const ElementChunk& chunk, std::uint64_t skip, std::uint64_t count);

} // namespace dumpscope::core
