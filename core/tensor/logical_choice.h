// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/memory_format.h"

namespace dumpscope::core {

/// Which axes order an original shape has when the header does not say: the reading whose product
/// and padding fit the device shape; if several fit, `recorded` if given, else NCHW (docs/formats/readings.md
/// 1).
struct LogicalChoice {
    MemoryFormat format = MemoryFormat::ND;
    Message reason;
    bool ambiguous = false;
};
[[nodiscard]] Result<LogicalChoice> chooseLogicalFormat(const StorageLayout& storage, DType dtype,
    std::span<const std::int64_t> originalShape, std::optional<MemoryFormat> recorded);

} // namespace dumpscope::core
