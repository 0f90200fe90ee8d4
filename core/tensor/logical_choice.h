// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/memory_format.h"

namespace dumpscope::core {

/// Order of the axes of an original shape when it is not recorded: the reading whose product and padding
/// match the device shape; if several match, `recorded` if given, else NCHW (docs/formats/readings.md 1).
struct LogicalChoice {
    MemoryFormat format = MemoryFormat::ND;
    Message reason;
    bool ambiguous = false;
};
/// Errors: Code::BadShape where no reading matches.
[[nodiscard]] Result<LogicalChoice> chooseLogicalFormat(const StorageLayout& storage, DType dtype,
    std::span<const std::int64_t> originalShape, std::optional<MemoryFormat> recorded);

} // namespace dumpscope::core
