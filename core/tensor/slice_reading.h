// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/slice.h"

namespace dumpscope::core {

/// Calls `sink` with the selected elements in C order of the result, in chunks, on the calling thread.
/// Errors: Code::Usage for a slice of another shape, Code::Truncated for elements that are missing,
/// Code::Cancelled, those of `sink`.
[[nodiscard]] Result<void> readSlice(const ElementStream& stream, const Slice& slice, std::stop_token stop,
    const std::function<Result<void>(const ElementChunk&)>& sink);

} // namespace dumpscope::core
