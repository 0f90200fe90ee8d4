// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

namespace dumpscope::core {

/// Elements as float64; complex by magnitude; opaque types give their raw code. `out` has room for
/// `chunk.count`.
void toDouble(const ElementChunk& chunk, double* out);
/// Elements as float32 (rounded to nearest where the type is wider).
void toFloat(const ElementChunk& chunk, float* out);

} // namespace dumpscope::core
