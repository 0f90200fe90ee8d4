// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/bytes.h"

#include <utility>

namespace dumpscope::core {

namespace {

class VectorOwner : public ByteOwner {
public:
    explicit VectorOwner(std::vector<std::byte> data)
        : m_data(std::move(data))
    {
    }
    [[nodiscard]] ByteSpan span() const { return m_data; }

private:
    std::vector<std::byte> m_data;
};

} // namespace

Bytes Bytes::fromVector(std::vector<std::byte> data)
{
    auto owner = std::make_shared<const VectorOwner>(std::move(data));
    const ByteSpan span = owner->span();
    return {span, std::move(owner)};
}

Result<Bytes> Bytes::slice(std::uint64_t offset, std::uint64_t length) const
{
    if (offset > size() || length > size() - offset)
        return fail(Code::Truncated,
            phrase("%1 bytes are wanted from byte %2 but there are %3 in all", length, offset, size()),
            {.offset = offset});
    return Bytes(m_span.subspan(offset, length), m_owner);
}

} // namespace dumpscope::core
