// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/protobuf/protobuf_evidence.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Names and types never have control characters, nested messages nearly always do.
bool looksLikeText(std::string_view text)
{
    return std::ranges::none_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20U && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7FU
            || byte >= 0xF8U;
    });
}

} // namespace

ProtoEvidence ProtoEvidence::of(ProtoStream& head)
{
    ProtoEvidence evidence;
    evidence.walk(head, head.schema());
    evidence.m_unknown = head.unknownFields();
    if (head.error() && head.error()->code != Code::Truncated)
        evidence.m_contradicts = true;
    return evidence;
}

bool ProtoEvidence::has(std::string_view message, std::uint32_t field) const
{
    return std::ranges::any_of(
        m_seen, [&](const Seen& seen) { return seen.field == field && seen.message == message; });
}

void ProtoEvidence::walk(ProtoStream& in, const ProtoMessage& message)
{
    while (in.next()) {
        const ProtoField& field = in.field();
        ++m_known;
        if (!has(message.name, field.number))
            m_seen.push_back({message.name, field.number});
        if (field.kind == ProtoKind::Message) {
            in.enter();
            walk(in, *field.message);
        } else if (field.kind == ProtoKind::Text && !looksLikeText(in.text())) {
            m_contradicts = true;
        }
    }
}

} // namespace dumpscope::core
