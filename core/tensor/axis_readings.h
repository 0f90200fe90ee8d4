// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/memory_format.h"

#include <string>
#include <vector>

namespace dumpscope::core {

/// Possible axes of the dimensions of a logical array of `rank`, the best first ("NCHW"; "C", "CH", … where
/// the front end left out axes of size 1).
[[nodiscard]] std::vector<std::string> axisReadings(
    MemoryFormat format, MemoryFormat logicalFormat, std::size_t rank);

} // namespace dumpscope::core
