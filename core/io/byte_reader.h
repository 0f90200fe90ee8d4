// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <bit>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace dumpscope::core {

/// Checked arithmetic for lengths that come from files: false on overflow.
[[nodiscard]] constexpr bool checkedAdd(std::uint64_t a, std::uint64_t b, std::uint64_t& sum)
{
    return !__builtin_add_overflow(a, b, &sum);
}
[[nodiscard]] constexpr bool checkedMul(std::uint64_t a, std::uint64_t b, std::uint64_t& product)
{
    return !__builtin_mul_overflow(a, b, &product);
}

/// Sequential little-endian reads over a span. A read past the end returns Code::Truncated with
/// the offset and moves nothing. `base` is added to offsets in messages.
class ByteReader {
public:
    explicit ByteReader(ByteSpan bytes, std::uint64_t base = 0)
        : m_bytes(bytes)
        , m_base(base)
    {
    }
    [[nodiscard]] std::uint64_t offset() const { return m_base + m_position; }
    [[nodiscard]] std::uint64_t remaining() const { return m_bytes.size() - m_position; }
    [[nodiscard]] bool atEnd() const { return remaining() == 0; }

    template<typename T>
    requires std::is_trivially_copyable_v<T>
    [[nodiscard]] Result<T> read()
    {
        static_assert(std::endian::native == std::endian::little, "big-endian hosts need byte swaps here");
        if (remaining() < sizeof(T))
            return fail(truncated(sizeof(T)));
        T value;
        std::memcpy(&value, m_bytes.data() + m_position, sizeof(T));
        m_position += sizeof(T);
        return value;
    }
    [[nodiscard]] Result<ByteSpan> take(std::uint64_t length)
    {
        if (remaining() < length)
            return fail(truncated(length));
        const ByteSpan part = m_bytes.subspan(m_position, length);
        m_position += length;
        return part;
    }
    [[nodiscard]] Result<std::string_view> takeText(std::uint64_t length)
    {
        TRY_ASSIGN(const ByteSpan part, take(length));
        return std::string_view(reinterpret_cast<const char*>(part.data()), part.size());
    }

private:
    [[nodiscard]] Error truncated(std::uint64_t wanted) const;

    ByteSpan m_bytes;
    std::uint64_t m_base;
    std::size_t m_position = 0;
};

} // namespace dumpscope::core
