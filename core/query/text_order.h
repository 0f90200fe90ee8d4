// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// For each text its rank in natural order (naturalCompare), from 0; equal texts have equal ranks. Repeated
/// views of the same memory (interned texts) cost little. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<std::uint32_t>> rankTexts(
    const std::vector<std::string_view>& texts, TaskContext& task);

} // namespace dumpscope::core
