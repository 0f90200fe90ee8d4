// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/device_geometry.h"

namespace dumpscope::core {

/// Storage shape and element positions of a logical array in any documented format, plain transposes
/// included; formats without a rearrangement give the identity. Errors: Code::BadShape, Code::Unsupported.
[[nodiscard]] Result<DeviceGeometry> resolveLayout(
    const StorageLayout& storage, DType dtype, std::span<const std::int64_t> logicalShape);

} // namespace dumpscope::core
