// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/digest.h"

#include <nettle/nettle-meta.h>
#include <zlib.h>

namespace dumpscope::core {

namespace {

const nettle_hash* hashOf(DigestKind kind)
{
    switch (kind) {
    case DigestKind::Md5:
        return &nettle_md5;
    case DigestKind::Sha1:
        return &nettle_sha1;
    case DigestKind::Sha256:
        return &nettle_sha256;
    case DigestKind::Crc32:
        break;
    }
    return nullptr;
}

} // namespace

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t previous)
{
    if (bytes.empty())
        return previous; // zlib starts anew at a null pointer
    return static_cast<std::uint32_t>(
        ::crc32_z(previous, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

Digest::Digest(DigestKind kind)
    : m_hash(hashOf(kind))
{
    if (m_hash != nullptr) {
        m_context.resize(m_hash->context_size);
        m_hash->init(m_context.data());
    }
}

void Digest::update(std::span<const std::byte> bytes)
{
    if (m_hash != nullptr)
        m_hash->update(m_context.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    else
        m_crc = crc32(bytes, m_crc);
}

std::vector<std::byte> Digest::bytes() const
{
    if (m_hash == nullptr) {
        std::vector<std::byte> result;
        for (const unsigned shift : {24U, 16U, 8U, 0U})
            result.push_back(static_cast<std::byte>(m_crc >> shift));
        return result;
    }
    std::vector<std::byte> context = m_context, result(m_hash->digest_size);
    m_hash->digest(context.data(), result.size(), reinterpret_cast<std::uint8_t*>(result.data()));
    return result;
}

std::string Digest::hex() const
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes()) {
        text += kDigits[std::to_integer<std::size_t>(byte >> 4U)];
        text += kDigits[std::to_integer<std::size_t>(byte & std::byte {15})];
    }
    return text;
}

std::string digestHex(DigestKind kind, std::span<const std::byte> bytes)
{
    Digest digest(kind);
    digest.update(bytes);
    return digest.hex();
}

} // namespace dumpscope::core
