// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/checked_bytes.h"

#include "base/digest.h"
#include "base/text.h"

#include <mutex>
#include <utility>

namespace dumpscope::core {

namespace {

class CheckedOwner final : public ByteOwner {
public:
    CheckedOwner(Bytes bytes, std::uint32_t crc, std::string name)
        : m_bytes(std::move(bytes))
        , m_crc(crc)
        , m_name(std::move(name))
    {
    }

    Result<void> check() const override
    {
        std::call_once(m_once, [this] { m_isRight = crc32(m_bytes.span()) == m_crc; });
        TRY_VOID(m_bytes.check()); // a file that shrank reads as zeros
        if (!m_isRight)
            return fail(Code::BadSize,
                phrase("\"%1\" does not have the checksum the zip file says", printable(m_name)));
        return {};
    }
    void dropBehind(ByteSpan part) const override { m_bytes.dropBehind(part); }

private:
    Bytes m_bytes;
    std::uint32_t m_crc;
    std::string m_name;
    mutable std::once_flag m_once;
    mutable bool m_isRight = false;
};

} // namespace

Bytes checkedBytes(Bytes bytes, std::uint32_t crc, std::string name)
{
    const ByteSpan span = bytes.span();
    return {span, std::make_shared<CheckedOwner>(std::move(bytes), crc, std::move(name))};
}

} // namespace dumpscope::core
