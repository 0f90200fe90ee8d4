// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Writes a protobuf message field by field; the counterpart of WireReader.
class WireWriter {
public:
    WireWriter& integer(std::uint32_t number, std::uint64_t value)
    {
        varint(std::uint64_t {number} << 3U);
        return varint(value);
    }
    /// Leaves out zero, as proto3 does.
    WireWriter& nonZero(std::uint32_t number, std::uint64_t value)
    {
        return value == 0 ? *this : integer(number, value);
    }
    WireWriter& text(std::uint32_t number, std::string_view value)
    {
        varint((std::uint64_t {number} << 3U) | 2U);
        varint(value.size());
        m_bytes.append(value);
        return *this;
    }
    WireWriter& bytes(std::uint32_t number, ByteSpan value)
    {
        return text(number, {reinterpret_cast<const char*>(value.data()), value.size()});
    }
    WireWriter& message(std::uint32_t number, const WireWriter& value) { return text(number, value.m_bytes); }
    /// A bare number, for packed lists and fixed fields copied as they are.
    WireWriter& varint(std::uint64_t value)
    {
        for (; value >= 0x80U; value >>= 7U)
            m_bytes += static_cast<char>((value & 0x7FU) | 0x80U);
        m_bytes += static_cast<char>(value);
        return *this;
    }
    WireWriter& fixed(std::uint32_t number, std::uint64_t value, std::size_t size)
    {
        varint((std::uint64_t {number} << 3U) | (size == 8 ? 1U : 5U));
        for (std::size_t i = 0; i < size; ++i)
            m_bytes += static_cast<char>((value >> (8U * i)) & 0xFFU);
        return *this;
    }
    void reserve(std::size_t size) { m_bytes.reserve(size); }
    [[nodiscard]] const std::string& result() const { return m_bytes; }
    [[nodiscard]] ByteSpan span() const { return std::as_bytes(std::span(m_bytes)); }

private:
    std::string m_bytes;
};

} // namespace dumpscope::core
