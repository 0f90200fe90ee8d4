// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

#include <span>
#include <stop_token>
#include <vector>

namespace dumpscope::core {

/// A buffer of `count` unpacked elements, all zero. Errors: Code::OutOfMemory.
[[nodiscard]] Result<std::vector<std::byte>> zeroElements(DType dtype, std::uint64_t count);

/// Whether a device format may need `padded` elements for `elements` logical ones. An untrusted shape can
/// require hundreds of times the file's size.
[[nodiscard]] bool isReasonablePadding(
    std::uint64_t padded, std::uint64_t elements, std::uint32_t elementBytes);

/// Writes element i of the stream to element `layout(i)` of `out`, which must hold the whole layout. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<void> scatterElements(const ElementStream& elements, const BlockedLayout& layout,
    std::span<std::byte> out, const std::stop_token& stop);

} // namespace dumpscope::core
