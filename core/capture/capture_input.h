// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/acl_abi.h"
#include "io/bytes.h"

#include <string>
#include <vector>

namespace dumpscope::core {

/// What a model expects at one input.
struct ModelInput {
    std::string name;
    int geType = acl::kDtypeUndefined; ///< number of the GE type, as AscendCL returns it
    std::vector<std::int64_t> dims;    ///< -1 where free
};

/// Values for one input.
struct CaptureInput {
    Bytes data; ///< dense, C order, little-endian
    std::vector<std::int64_t> dims;
};

/// Errors: Code::Usage where `path` looks like values but cannot be read as such (`zeros:-5`) and is no file;
/// the message lists what can be written. Shapes are checked with the model.
[[nodiscard]] Result<void> checkCaptureInput(const std::string& path);

/// Reads `path` as values of `wanted`: a .npy of the type and shape, or raw bytes of the whole shape; or
/// makes them (input_fill.h). Errors: Code::BadShape, Code::BadSize (raw bytes), Code::Unsupported (Fortran
/// order), and those of reading the file.
[[nodiscard]] Result<CaptureInput> readCaptureInput(const std::string& path, const ModelInput& wanted);

} // namespace dumpscope::core
