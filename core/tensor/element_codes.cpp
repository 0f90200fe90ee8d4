// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/element_codes.h"

namespace dumpscope::core {

namespace {

unsigned byteAt(ByteSpan packed, std::uint64_t index)
{
    return index < packed.size() ? std::to_integer<unsigned>(packed[index]) : 0U;
}

std::uint8_t signExtended(unsigned nibble)
{
    return static_cast<std::uint8_t>((nibble ^ 8U) - 8U);
}

void unpackNibbles(
    ByteSpan packed, std::uint64_t first, std::uint64_t count, std::byte* out, unsigned signBit)
{
    const auto expanded
        = [signBit](unsigned nibble) { return static_cast<std::byte>((nibble ^ signBit) - signBit); };
    std::uint64_t i = 0;
    if (first % 2 != 0 && count > 0)
        out[i++] = expanded(byteAt(packed, first / 2) >> 4U);
    const std::byte* source = packed.data() + (first + i) / 2;
    for (; i + 1 < count; i += 2) {
        const auto pair = std::to_integer<unsigned>(*source++);
        out[i] = expanded(pair & 15U);
        out[i + 1] = expanded(pair >> 4U);
    }
    if (i < count)
        out[i] = expanded(byteAt(packed, (first + i) / 2) & 15U);
}

void unpackBits(ByteSpan packed, std::uint64_t first, std::uint64_t count, std::byte* out)
{
    std::uint64_t i = 0;
    const auto bitAt = [&](std::uint64_t index) {
        return static_cast<std::byte>(byteAt(packed, index / 8) >> (7U - index % 8) & 1U);
    };
    for (; i < count && (first + i) % 8 != 0; ++i)
        out[i] = bitAt(first + i);
    const std::byte* source = packed.data() + (first + i) / 8;
    for (; i + 8 <= count; i += 8) {
        const auto bits = std::to_integer<unsigned>(*source++);
        for (unsigned k = 0; k < 8; ++k)
            out[i + k] = static_cast<std::byte>(bits >> (7U - k) & 1U);
    }
    for (; i < count; ++i)
        out[i] = bitAt(first + i);
}

} // namespace

std::uint8_t packedCode(DType dtype, ByteSpan packed, std::uint64_t index)
{
    const unsigned bits = dtypeInfo(dtype).bits;
    if (dtype == DType::UInt1)
        return static_cast<std::uint8_t>(byteAt(packed, index / 8) >> (7U - index % 8) & 1U);
    // index * bits cannot overflow: the elements are there, so their bits number at most 8 * size.
    const std::uint64_t bit = index * bits;
    const unsigned pair = byteAt(packed, bit / 8) | byteAt(packed, bit / 8 + 1) << 8U;
    const unsigned code = pair >> (bit % 8) & ((1U << bits) - 1U);
    return dtype == DType::Int4 ? signExtended(code) : static_cast<std::uint8_t>(code);
}

void unpackCodes(DType dtype, ByteSpan packed, std::uint64_t first, std::uint64_t count, std::byte* out)
{
    if (dtype == DType::UInt1)
        return unpackBits(packed, first, count, out);
    if (dtypeInfo(dtype).bits == 4)
        return unpackNibbles(packed, first, count, out, dtype == DType::Int4 ? 8U : 0U);
    for (std::uint64_t i = 0; i < count; ++i)
        out[i] = static_cast<std::byte>(packedCode(dtype, packed, first + i));
}

} // namespace dumpscope::core
