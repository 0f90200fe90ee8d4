// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/ascend_container.h"
#include "readers/ascend_description.h"
#include "readers/reader.h"

namespace dumpscope::core {

// Common to all formats in Ascend containers.
/// The tensors of all containers as records, in the file's order; the position in that order is the record's
/// ordinal.
[[nodiscard]] FileContents ascendContents(const FileContext& file, const AscendFile& parsed);
/// Errors: Code::NotFound, Code::Truncated for bytes that were left out, those of readAscendFile.
[[nodiscard]] Result<TensorView> openAscendTensor(const FileContext& file, std::uint32_t ordinal);
/// Empty when the file cannot be read or has no such tensor.
[[nodiscard]] Description describeAscendFile(const FileContext& file, std::uint32_t ordinal);

} // namespace dumpscope::core
