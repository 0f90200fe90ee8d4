// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/protobuf/protobuf_binary.h"

#include <bit>

namespace dumpscope::core {

ProtoBinaryStream::ProtoBinaryStream(Bytes bytes, const ProtoMessage& schema, TaskContext* task)
    : ProtoStream(schema, task)
{
    m_all = std::move(bytes);
    restart();
}

void ProtoBinaryStream::restart()
{
    m_packed.reset();
    m_levels.assign(1, Level {&m_schema, WireReader(m_all.span(), 0, WireReader::Cut::Allow)});
}

bool ProtoBinaryStream::cutOff()
{
    Place place;
    place.offset = m_all.size();
    return stop(makeError(Code::Truncated, phrase("the file ends inside a message"), place));
}

bool ProtoBinaryStream::next()
{
    if (error())
        return false;
    if (m_packed && nextPacked())
        return true;
    while (!error() && !m_levels.empty()) {
        Level& level = m_levels.back();
        // A field that is cut is given once, as far as it is there; nothing follows it.
        if (m_wire.missing > 0 && !level.cut)
            return cutOff();
        if (!level.reader.next(m_wire)) {
            if (level.reader.failed()) {
                Error error = level.reader.error();
                if (level.reader.ranOut() && (level.cut || m_levels.size() == 1))
                    error.code = Code::Truncated;
                return stop(std::move(error));
            }
            if (level.cut)
                return cutOff();
            m_levels.pop_back();
            return false;
        }
        if (!watch(m_wire.offset))
            return false;
        m_field = level.schema->find(m_wire.number);
        if (m_field && accepts(*m_field)) {
            if (!m_packed || nextPacked())
                return true;
        } else {
            ++m_unknown;
            if (m_wire.missing > 0)
                return cutOff();
        }
    }
    return false;
}

bool ProtoBinaryStream::accepts(const ProtoField& field)
{
    using Type = WireField::Type;
    switch (field.kind) {
    case ProtoKind::Text:
    case ProtoKind::Message:
        return m_wire.isBytes();
    case ProtoKind::Bytes:
        return true;
    case ProtoKind::Integer:
    case ProtoKind::Float:
    case ProtoKind::Double:
        break;
    }
    if (m_wire.isBytes()) {
        m_packed.emplace(m_wire.bytes, m_wire.offset);
        m_packedCut = m_wire.missing > 0;
        return true;
    }
    const Type wanted = field.kind == ProtoKind::Integer ? Type::Varint
        : field.kind == ProtoKind::Float                 ? Type::Fixed32
                                                         : Type::Fixed64;
    return m_wire.type == wanted;
}

bool ProtoBinaryStream::nextPacked()
{
    if (m_packed->atEnd()) {
        m_packed.reset();
        m_wire.missing = 0;
        return m_packedCut && cutOff();
    }
    m_wire.offset = 0;
    m_wire.bytes = {};
    bool read = false;
    if (m_field->kind == ProtoKind::Integer) {
        m_wire.type = WireField::Type::Varint;
        read = m_packed->nextVarint(m_wire.value);
    } else {
        m_wire.type = m_field->kind == ProtoKind::Float ? WireField::Type::Fixed32 : WireField::Type::Fixed64;
        read = m_packed->nextFixed(m_field->kind == ProtoKind::Float ? 4 : 8, m_wire.value);
    }
    if (!read) {
        Error error = m_packed->error();
        if (m_packedCut)
            error.code = Code::Truncated;
        m_packed.reset();
        return stop(std::move(error));
    }
    return true;
}

void ProtoBinaryStream::enter()
{
    if (error() || !m_field || m_field->kind != ProtoKind::Message)
        return;
    if (m_levels.size() >= kMaxDepth) {
        Place place;
        place.offset = m_wire.offset;
        stop(makeError(Code::Limit, phrase("more than %1 messages inside each other", kMaxDepth), place));
        return;
    }
    const bool cut = m_wire.missing > 0;
    m_levels.push_back({m_field->message,
        WireReader(m_wire.bytes, m_wire.offset, cut ? WireReader::Cut::Allow : WireReader::Cut::Refuse),
        cut});
    m_wire.missing = 0;
}

double ProtoBinaryStream::real()
{
    switch (m_wire.type) {
    case WireField::Type::Fixed32:
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(m_wire.value)));
    case WireField::Type::Fixed64:
        return std::bit_cast<double>(m_wire.value);
    case WireField::Type::Varint:
        return static_cast<double>(integer());
    case WireField::Type::Bytes:
        break;
    }
    return 0;
}

} // namespace dumpscope::core
