// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/memory_format.h"

#include <string>
#include <vector>

namespace dumpscope::core {

/// Which axes the dimensions of a logical array of `rank` can be, best reading first ("NCHW";
/// "C", "CH", … where the front end left axes of size 1 out).
[[nodiscard]] std::vector<std::string> axisReadings(
    MemoryFormat format, MemoryFormat logicalFormat, std::size_t rank);

} // namespace dumpscope::core
