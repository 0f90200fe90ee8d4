// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dtype.h"

namespace dumpscope::core {

/// Element types of ONNX (TensorProto.DataType) that are numbers of a DType; DType::Unknown, 0: no such one.
[[nodiscard]] DType dtypeOfOnnx(int elementType);
[[nodiscard]] int onnxTypeOf(DType dtype);

} // namespace dumpscope::core
