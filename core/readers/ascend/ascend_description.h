// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/ascend/ascend_tensor.h"
#include "readers/reader.h"

namespace dumpscope::core {

/// Every header field of a container and of one of its tensors in words, in the file's order.
[[nodiscard]] Description describeAscendTensor(const AscendContainer& container, const StoredTensor& tensor);

/// Role of a tensor of an exception dump in words (docs/formats/ascend-dump-binary.md 1.2); empty for unknown
/// numbers.
[[nodiscard]] std::string_view inputTypeName(std::uint64_t number);

} // namespace dumpscope::core
