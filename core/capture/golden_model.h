// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "onnx/onnx_model.h"

#include <string>

namespace dumpscope::core {

/// The model in a file. Errors: the file cannot be read, or is no ONNX model.
[[nodiscard]] Result<OnnxModel> readOnnxModel(const std::string& path);

/// Whether a golden capture can be made of the model with so many inputs, before a device is started. Errors:
/// as above; Code::Usage for another number of inputs.
[[nodiscard]] Result<void> checkGoldenModel(const std::string& path, std::size_t inputs);

} // namespace dumpscope::core
