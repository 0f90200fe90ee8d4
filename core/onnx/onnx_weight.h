// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "onnx/onnx_runtime.h"

namespace dumpscope::core {

struct OnnxWeight {
    std::string name;
    TensorData data;
    std::vector<std::byte> decoded; ///< where `data` points when it is not into the message
    bool isExternal = false;
    bool hasData = true; ///< false: texts, or external data that cannot be read
};

/// A TensorProto, wherever its values stand: raw, in a typed list, or in a file in `folder`.
[[nodiscard]] Result<OnnxWeight> readOnnxWeight(std::span<const std::byte> tensor, const std::string& folder);

} // namespace dumpscope::core
