// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstdint>

/// Builds protobuf messages field by field, in any order and however wrong a test wants them.
class ProtobufMessage {
public:
    ProtobufMessage& varint(int field, std::uint64_t value)
    {
        number(static_cast<std::uint64_t>(field) << 3U);
        number(value);
        return *this;
    }
    ProtobufMessage& bytes(int field, const QByteArray& content)
    {
        number(static_cast<std::uint64_t>(field) << 3U | 2U);
        number(static_cast<std::uint64_t>(content.size()));
        m_bytes += content;
        return *this;
    }
    ProtobufMessage& message(int field, const ProtobufMessage& content)
    {
        return bytes(field, content.m_bytes);
    }
    ProtobufMessage& number(std::uint64_t value) ///< without a tag: packed numbers
    {
        for (; value >= 0x80U; value >>= 7U)
            m_bytes += static_cast<char>((value & 0x7FU) | 0x80U);
        m_bytes += static_cast<char>(value);
        return *this;
    }
    [[nodiscard]] const QByteArray& data() const { return m_bytes; }

private:
    QByteArray m_bytes;
};
