// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "onnx/onnx_model.h"

#include <string>

namespace dumpscope::core {

/// The model in a file, copied into memory. Errors: the file cannot be read, or is no ONNX model.
[[nodiscard]] Result<OnnxModel> readOnnxModel(const std::string& path);

/// Checks before a device is started whether a golden can be captured from the model with this number of
/// inputs. Errors: as readOnnxModel; Code::Usage for another number of inputs.
[[nodiscard]] Result<void> checkGoldenModel(const std::string& path, std::size_t inputs);

} // namespace dumpscope::core
