// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/memory_format.h"

#include <string_view>

namespace dumpscope::core {

/// Letters of a plain format, outermost axis first ("NHWC"); empty for every other format.
[[nodiscard]] std::string_view axesOf(MemoryFormat format);
/// Whether `logical` is another order of the axes of the plain format `stored`. For tensors of another rank
/// such a format is only a label; they count as ND (docs/formats/ascend-dump-binary.md 5.4).
[[nodiscard]] bool isPermutation(MemoryFormat stored, MemoryFormat logical, std::size_t rank);

} // namespace dumpscope::core
