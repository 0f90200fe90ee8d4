// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/protobuf/protobuf_stream.h"

#include <algorithm>

namespace dumpscope::core {

const ProtoField* ProtoMessage::find(std::uint32_t number) const
{
    const auto found = std::ranges::find(fields, number, &ProtoField::number);
    return found != fields.end() ? &*found : nullptr;
}

const ProtoField* ProtoMessage::find(std::string_view fieldName) const
{
    const auto found = std::ranges::find(fields, fieldName, &ProtoField::name);
    return found != fields.end() ? &*found : nullptr;
}

bool ProtoStream::watchNow(std::uint64_t offset)
{
    constexpr std::uint64_t kStep = 1U << 20U;
    constexpr std::uint64_t kKept = 16 * kStep; // what was just read may be asked for again
    if (m_task) {
        if (m_task->stopped())
            return stop(makeError(Code::Cancelled, phrase("cancelled")));
        if (m_watchAt > 0)
            m_task->progress.advance(offset - std::min(offset, m_watchAt - kStep));
    }
    m_watchAt = offset + kStep;
    if (offset > m_dropped + 2 * kKept) {
        m_all.dropBehind(m_all.span().subspan(m_dropped, offset - kKept - m_dropped));
        m_dropped = offset - kKept;
    }
    return true;
}

} // namespace dumpscope::core
