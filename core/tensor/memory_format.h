// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "tensor/dtype.h"
#include "tensor/shape.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Layout of a tensor in memory; numbers are OutputFormat of docs/formats/ascend-dump-binary.md 1.2, so that
/// unknown ones are kept. 50-54 are FRACTAL_NZ with a fixed C0.
enum class MemoryFormat : std::uint8_t {
    NCHW = 0,
    NHWC = 1,
    ND = 2,
    NC1HWC0 = 3,
    FractalZ = 4,
    NC1HWC0_C04 = 12,
    FractalZ_C04 = 13,
    CHWN = 14,
    HWCN = 16,
    C1HWNCoC0 = 25,
    NDHWC = 27,
    FractalZZ = 28,
    FractalNZ = 29,
    NCDHW = 30,
    DHWCN = 31,
    NDC1HWC0 = 32,
    FractalZ3D = 33,
    DHWNC = 36,
    FractalZ3DTranspose = 37,
    NCL = 47,
    Unspecified = 255, ///< no format recorded (npy)
};

/// Contract spelling ("NC1HWC0", "FRACTAL_Z"); empty for numbers without a name.
[[nodiscard]] std::string_view formatName(MemoryFormat format);
/// Accepts contract spelling, `FracZ`, `DefaultFormat` (= Unspecified), case-insensitively.
[[nodiscard]] std::optional<MemoryFormat> formatFromName(std::string_view name);

/// Arrangement of the bytes of a tensor and the axes of its logical array.
struct StorageLayout {
    MemoryFormat format = MemoryFormat::Unspecified;
    Shape storageShape;                                     ///< device shape as stored
    std::uint32_t groups = 1;                               ///< FRACTAL_Z groups; 0 and 1 mean none
    std::uint32_t c0 = 0;                                   ///< 0 = from storageShape or the dtype
    MemoryFormat logicalFormat = MemoryFormat::Unspecified; ///< axes order of the logical shape
    Message logicalReason; ///< why this logicalFormat was chosen (shown in properties)
};

/// Whether elements of `format` can be rearranged to logical order (docs/formats/ascend-dump-binary.md 5.1).
[[nodiscard]] bool isDeviceFormat(MemoryFormat format);

} // namespace dumpscope::core
