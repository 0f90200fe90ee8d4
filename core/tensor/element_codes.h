// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "tensor/dtype.h"

namespace dumpscope::core {

/// One unpacked element of a sub-byte type: sign-extended for Int4, else the raw code. INT4 has its low
/// nibble first and UINT1 its most significant bit first, as official tools read them; the packing of the
/// other types is not documented and assumed to be low bits first.
[[nodiscard]] std::uint8_t packedCode(DType dtype, ByteSpan packed, std::uint64_t index);
/// Consecutive elements, one byte each.
void unpackCodes(DType dtype, ByteSpan packed, std::uint64_t first, std::uint64_t count, std::byte* out);

} // namespace dumpscope::core
