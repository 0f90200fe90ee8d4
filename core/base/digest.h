// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

struct nettle_hash;

namespace dumpscope::core {

enum class DigestKind : std::uint8_t {
    Crc32,  ///< the one of zlib and zip
    Md5,    ///< RFC 1321
    Sha1,   ///< RFC 3174
    Sha256, ///< RFC 6234
};

/// A checksum of bytes that arrive in pieces. For recognising equal data as other tools name it; not
/// for security. Not thread-safe.
class Digest {
public:
    explicit Digest(DigestKind kind);

    void update(std::span<const std::byte> bytes);
    /// Of everything so far; more may follow. Big-endian for Crc32.
    [[nodiscard]] std::vector<std::byte> bytes() const;
    [[nodiscard]] std::string hex() const; ///< lower case

private:
    const nettle_hash* m_hash; ///< null for Crc32
    std::vector<std::byte> m_context;
    std::uint32_t m_crc = 0;
};

[[nodiscard]] std::string digestHex(DigestKind kind, std::span<const std::byte> bytes);
/// CRC-32 continued from `previous` (0 at the start), like zlib's function.
[[nodiscard]] std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t previous = 0);

} // namespace dumpscope::core
