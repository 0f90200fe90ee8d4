// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/acl_abi.h"
#include "io/bytes.h"

#include <string>
#include <vector>

namespace dumpscope::core {

/// What a model asks for at one input.
struct ModelInput {
    std::string name;
    int geType = acl::kDtypeUndefined;
    std::vector<std::int64_t> dims; ///< -1 where free
};

struct CaptureInput {
    Bytes data;
    std::vector<std::int64_t> dims;
};

/// Whether `path` is meant as values but is none (`zeros:-5`), and no file either: Code::Usage with what can
/// be written. Whether it fits is known with the model.
[[nodiscard]] Result<void> checkCaptureInput(const std::string& path);

/// Reads `path` as values of `wanted`: a .npy of the type and shape, or raw bytes of the whole shape; or
/// makes them (input_fill.h).
[[nodiscard]] Result<CaptureInput> readCaptureInput(const std::string& path, const ModelInput& wanted);

} // namespace dumpscope::core
