// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/packed_bytes.h"

#include "remote/remote_messages.h"

#include <zlib.h>

namespace dumpscope::core {

namespace {

constexpr int kQuick = 1;           ///< a level of zlib
constexpr std::size_t kLeast = 512; ///< smaller pieces are not worth the trouble
constexpr int kSkippedPieces = 15;  ///< 1 MiB with those of kRemotePiece
constexpr std::size_t kMostPercent = 90;

} // namespace

std::optional<std::string> BytesPacker::pack(std::string_view bytes)
{
    if (bytes.size() < kLeast || bytes.size() > kRemotePiece)
        return std::nullopt;
    if (m_skipped > 0) {
        --m_skipped;
        return std::nullopt;
    }
    // What does not fit is too large to be worth it.
    std::string packed(bytes.size() * kMostPercent / 100, '\0');
    ::uLongf size = packed.size();
    const int done = ::compress2(reinterpret_cast<::Bytef*>(packed.data()), &size,
        reinterpret_cast<const ::Bytef*>(bytes.data()), bytes.size(), kQuick);
    if (done != Z_OK) {
        m_skipped = kSkippedPieces;
        return std::nullopt;
    }
    packed.resize(size);
    return packed;
}

Result<std::string> unpackBytes(std::string_view packed, std::size_t size)
{
    std::string bytes(size <= kRemotePiece ? size : 0, '\0');
    ::uLongf got = bytes.size();
    ::uLong read = packed.size();
    const int done = size != bytes.size() ? Z_BUF_ERROR
                                          : ::uncompress2(reinterpret_cast<::Bytef*>(bytes.data()), &got,
                                              reinterpret_cast<const ::Bytef*>(packed.data()), &read);
    if (done != Z_OK || got != size || read != packed.size())
        return fail(
            Code::BadSyntax, phrase("the other machine sends compressed bytes of another size than it says"));
    return bytes;
}

} // namespace dumpscope::core
