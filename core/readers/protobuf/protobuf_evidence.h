// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Evidence in the head of a file for a schema. Serialized messages have no magic: evidence is fields with
/// the schema's numbers, wire types and, for texts, valid text.
class ProtoEvidence {
public:
    /// Reads to the end of the bytes. An end inside a message is no evidence against the schema.
    [[nodiscard]] static ProtoEvidence of(ProtoStream& head);

    [[nodiscard]] bool has(std::string_view message, std::uint32_t field) const;
    /// Not of this schema: malformed, or invalid texts.
    [[nodiscard]] bool contradicts() const { return m_contradicts; }
    /// Schemas here leave out fields that are not needed, so some may be unknown.
    [[nodiscard]] bool mostlyKnown() const { return m_unknown <= m_known / 2; }

private:
    struct Seen {
        std::string_view message;
        std::uint32_t field;
    };
    void walk(ProtoStream& in, const ProtoMessage& message);

    std::vector<Seen> m_seen; ///< each once
    std::uint64_t m_known = 0, m_unknown = 0;
    bool m_contradicts = false;
};

} // namespace dumpscope::core
