// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/protobuf/protobuf_wire.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMaxTag = 0xFFFFFFFFU;

} // namespace

bool WireReader::stop(Message what)
{
    m_what = std::move(what);
    return false;
}

Error WireReader::error() const
{
    Place place;
    place.offset = m_base + m_position;
    return makeError(Code::BadHeader, phrase("malformed protobuf: %1", m_what), place);
}

bool WireReader::nextVarint(std::uint64_t& value)
{
    constexpr unsigned kMaxBytes = 10;
    value = 0;
    for (unsigned i = 0; i < kMaxBytes; ++i) {
        if (m_position + i >= m_bytes.size()) {
            m_ranOut = true;
            return stop(phrase("a number is cut off"));
        }
        const auto byte = std::to_integer<std::uint64_t>(m_bytes[m_position + i]);
        value |= (byte & 0x7FU) << (7U * i);
        if ((byte & 0x80U) == 0) {
            m_position += i + 1;
            return true;
        }
    }
    return stop(phrase("a number of more than ten bytes"));
}

bool WireReader::nextFixed(std::size_t bytes, std::uint64_t& value)
{
    if (m_bytes.size() - m_position < bytes) {
        m_ranOut = true;
        return stop(phrase("a number is cut off"));
    }
    value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        value |= std::to_integer<std::uint64_t>(m_bytes[m_position + i]) << (8U * i);
    m_position += bytes;
    return true;
}

bool WireReader::next(WireField& field)
{
    if (failed() || atEnd())
        return false;
    field = {};
    field.offset = m_base + m_position;
    std::uint64_t tag = 0;
    if (!nextVarint(tag))
        return false;
    field.number = static_cast<std::uint32_t>(tag >> 3U);
    if (tag > kMaxTag || field.number == 0)
        return stop(phrase("a field number out of range"));
    switch (tag & 7U) {
    case 0:
        field.type = WireField::Type::Varint;
        return nextVarint(field.value);
    case 1:
        field.type = WireField::Type::Fixed64;
        return nextFixed(8, field.value);
    case 5:
        field.type = WireField::Type::Fixed32;
        return nextFixed(4, field.value);
    case 2:
        break;
    default:
        return stop(phrase("a wire type that does not exist here"));
    }
    std::uint64_t length = 0;
    if (!nextVarint(length))
        return false;
    field.type = WireField::Type::Bytes;
    field.offset = m_base + m_position;
    const std::uint64_t there = std::min<std::uint64_t>(length, m_bytes.size() - m_position);
    if (there < length && m_cut == Cut::Refuse)
        return stop(phrase("a field is longer than the message"));
    field.missing = length - there;
    field.bytes = m_bytes.subspan(m_position, there);
    m_position += there;
    return true;
}

} // namespace dumpscope::core
