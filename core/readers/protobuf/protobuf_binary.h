// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"
#include "readers/protobuf/protobuf_wire.h"

namespace dumpscope::core {

/// A message in protobuf's wire format. Fields whose wire type is not that of their kind count as unknown. A
/// truncated file gives everything before its end, then the error. Errors: Code::Truncated, Code::BadHeader,
/// Code::Limit (nesting), Code::Cancelled.
class ProtoBinaryStream final : public ProtoStream {
public:
    ProtoBinaryStream(Bytes bytes, const ProtoMessage& schema, TaskContext* task);

    [[nodiscard]] bool next() override;
    void enter() override;
    [[nodiscard]] std::int64_t integer() override { return static_cast<std::int64_t>(m_wire.value); }
    [[nodiscard]] double real() override;
    [[nodiscard]] std::string_view text() override { return m_wire.text(); }
    [[nodiscard]] std::string_view word() override { return {}; }
    [[nodiscard]] ProtoExtent extent() override
    {
        return {m_wire.offset, m_wire.bytes.size() + m_wire.missing};
    }
    void restart() override;

private:
    struct Level {
        const ProtoMessage* schema;
        WireReader reader;
        bool cut = false; ///< goes on behind the end of the file
    };

    [[nodiscard]] bool nextPacked();
    [[nodiscard]] bool accepts(const ProtoField& field);
    [[nodiscard]] bool cutOff();

    std::vector<Level> m_levels;
    WireField m_wire;
    std::optional<WireReader> m_packed; ///< elements of m_field that are still to come
    bool m_packedCut = false;
};

} // namespace dumpscope::core
