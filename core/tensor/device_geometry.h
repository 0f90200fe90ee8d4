// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/blocked_layout.h"
#include "tensor/memory_format.h"

#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Device shape of a logical array and the positions of its elements in it.
struct DeviceGeometry {
    Shape storageShape;
    BlockedLayout layout;
};

/// Parameters of a geometry in addition to the logical shape.
struct GeometryRequest {
    MemoryFormat format = MemoryFormat::Unspecified;
    DType dtype = DType::Unknown;
    std::uint32_t groups = 1;
    std::uint32_t c0 = 0; ///< 0 = from the device shape, else from the format or the dtype
    Shape storageShape;   ///< as recorded; empty = unknown
};

/// FRACTAL_NZ in all widths and FRACTAL_ZZ: the last two axes are tiled, independent of their meaning.
[[nodiscard]] bool isTiledMatrix(MemoryFormat format);
/// Size of the innermost block: recorded, from the device shape, or the default of
/// docs/formats/ascend-dump-binary.md 5.
[[nodiscard]] std::uint64_t blockSize(const GeometryRequest& request);

/// Geometry for one reading of the axes (axisReadings). Errors: Code::BadShape, Code::Unsupported. Formats
/// that tile the last two dimensions ignore `axes`.
[[nodiscard]] Result<DeviceGeometry> deviceGeometry(
    const GeometryRequest& request, std::string_view axes, std::span<const std::int64_t> logicalShape);

/// Geometry of the first reading that gives the recorded device shape. Errors: as deviceGeometry.
[[nodiscard]] Result<DeviceGeometry> fittingGeometry(
    const GeometryRequest& request, MemoryFormat logicalFormat, std::span<const std::int64_t> logicalShape);

} // namespace dumpscope::core
