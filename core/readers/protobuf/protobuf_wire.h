// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <optional>
#include <string_view>

namespace dumpscope::core {

/// One field of a protobuf message as stored.
struct WireField {
    enum class Type : std::uint8_t { Varint, Fixed64, Bytes, Fixed32 };

    std::uint32_t number = 0;
    Type type = Type::Varint;
    std::uint64_t value = 0;   ///< of Varint and the fixed types
    ByteSpan bytes;            ///< of Bytes; what is there
    std::uint64_t missing = 0; ///< of Bytes: number of bytes after the end (only with Cut::Allow)
    std::uint64_t offset = 0;  ///< of `bytes`, else of the tag

    [[nodiscard]] bool isBytes() const { return type == Type::Bytes; }
    [[nodiscard]] bool isVarint() const { return type == Type::Varint; }
    [[nodiscard]] std::string_view text() const
    {
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
};

/// Walks the fields of a message without a schema, because headers of dumps have names that are not UTF-8,
/// fields of newer writers and truncated ends that generated code refuses. Never descends, never allocates.
/// Groups do not exist in proto3 and are errors. The bytes must outlive it. Errors: Code::BadHeader.
class WireReader {
public:
    enum class Cut : std::uint8_t { Refuse, Allow };

    /// `base` is the offset of the bytes in the file.
    explicit WireReader(ByteSpan bytes, std::uint64_t base = 0, Cut cut = Cut::Refuse)
        : m_bytes(bytes)
        , m_base(base)
        , m_cut(cut)
    {
    }
    /// False at the end and at the first malformed byte (`error`).
    [[nodiscard]] bool next(WireField& field);
    /// A bare varint, for packed numbers.
    [[nodiscard]] bool nextVarint(std::uint64_t& value);
    /// A bare little-endian number of 4 or 8 bytes, for packed numbers.
    [[nodiscard]] bool nextFixed(std::size_t bytes, std::uint64_t& value);
    [[nodiscard]] bool atEnd() const { return m_position == m_bytes.size(); }
    [[nodiscard]] bool failed() const { return !m_what.empty(); }
    /// Failed because the bytes end inside a number, not because they are wrong.
    [[nodiscard]] bool ranOut() const { return m_ranOut; }
    [[nodiscard]] Error error() const;

private:
    bool stop(Message what);

    ByteSpan m_bytes;
    std::uint64_t m_base;
    Cut m_cut;
    std::size_t m_position = 0;
    Message m_what;
    bool m_ranOut = false;
};

} // namespace dumpscope::core
