// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "onnx/onnx_runtime.h"

namespace dumpscope::core {

struct OnnxWeight {
    std::string name;
    TensorData data;
    std::vector<std::byte> decoded; ///< owns the bytes of `data` that are not in the message
    bool isExternal = false;
    bool hasData = true; ///< false: texts, or external data that cannot be read
};

/// Reads a TensorProto with raw values, a typed list, or values in a file in `folder`. The message must
/// outlive the result. Errors: Code::BadShape, those of protobuf.
[[nodiscard]] Result<OnnxWeight> readOnnxWeight(std::span<const std::byte> tensor, const std::string& folder);

} // namespace dumpscope::core
