// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "tensor/dtype.h"

namespace dumpscope::core {

/// Whether the official converter decodes the type itself: 8-bit floats become float64.
[[nodiscard]] bool isMsaccucmpFloat(DType dtype);
/// The value of a code in the official converter, with its defects (docs/formats/ascend-dump-binary.md 4):
/// hifloat8 codes with few dot bits are wrong, -inf is +inf, NaN of float8_e4m3fn is a number. Only for
/// reproducing that tool; see dtype.h for correct decoders.
[[nodiscard]] double msaccucmpFloat(DType dtype, std::uint8_t code);
/// All codes as float64. Errors: Code::OutOfMemory.
[[nodiscard]] Result<Bytes> msaccucmpFloats(DType dtype, ByteSpan codes);

} // namespace dumpscope::core
