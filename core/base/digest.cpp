// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/digest.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace dumpscope::core {

namespace {

using State = std::array<std::uint32_t, 8>;

constexpr State kStartMd5AndSha1 {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
constexpr State kStartSha256 {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};

// RFC 1321 3.4: floor(2^32 * |sin(i + 1)|).
constexpr std::array<std::uint32_t, 64> kMd5Sines {0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf,
    0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122,
    0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d,
    0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905,
    0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44,
    0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039,
    0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3,
    0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82,
    0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr std::array<std::array<int, 4>, 4> kMd5Shifts {
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

// RFC 6234 5.1: cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kSha256Roots {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
    0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
    0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t loadBig(const std::byte* p)
{
    return std::to_integer<std::uint32_t>(p[0]) << 24U | std::to_integer<std::uint32_t>(p[1]) << 16U
        | std::to_integer<std::uint32_t>(p[2]) << 8U | std::to_integer<std::uint32_t>(p[3]);
}

std::uint32_t loadLittle(const std::byte* p)
{
    return std::to_integer<std::uint32_t>(p[3]) << 24U | std::to_integer<std::uint32_t>(p[2]) << 16U
        | std::to_integer<std::uint32_t>(p[1]) << 8U | std::to_integer<std::uint32_t>(p[0]);
}

void storeBig(std::byte* p, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        p[i] = static_cast<std::byte>(value >> (24 - 8 * i));
}

void storeLittle(std::byte* p, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        p[i] = static_cast<std::byte>(value >> (8 * i));
}

void md5Block(State& state, const std::byte* block)
{
    std::array<std::uint32_t, 16> words {};
    for (std::size_t i = 0; i < 16; ++i)
        words[i] = loadLittle(block + 4 * i);
    auto [a, b, c, d, e0, e1, e2, e3] = state;
    const auto step = [&](std::size_t i, std::uint32_t mixed, std::size_t word) {
        const std::uint32_t sum = a + mixed + kMd5Sines[i] + words[word];
        a = d;
        d = c;
        c = b;
        b += std::rotl(sum, kMd5Shifts[i / 16][i % 4]);
    };
    for (std::size_t i = 0; i < 16; ++i)
        step(i, (b & c) | (~b & d), i);
    for (std::size_t i = 16; i < 32; ++i)
        step(i, (d & b) | (~d & c), (5 * i + 1) % 16);
    for (std::size_t i = 32; i < 48; ++i)
        step(i, b ^ c ^ d, (3 * i + 5) % 16);
    for (std::size_t i = 48; i < 64; ++i)
        step(i, c ^ (b | ~d), (7 * i) % 16);
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

void sha1Block(State& state, const std::byte* block)
{
    std::array<std::uint32_t, 80> words {};
    for (std::size_t i = 0; i < 16; ++i)
        words[i] = loadBig(block + 4 * i);
    for (std::size_t i = 16; i < 80; ++i)
        words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    auto [a, b, c, d, e, e1, e2, e3] = state;
    const auto step = [&](std::uint32_t mixed, std::uint32_t constant, std::uint32_t word) {
        const std::uint32_t sum = std::rotl(a, 5) + mixed + e + constant + word;
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = sum;
    };
    for (std::size_t i = 0; i < 20; ++i)
        step((b & c) | (~b & d), 0x5A827999, words[i]);
    for (std::size_t i = 20; i < 40; ++i)
        step(b ^ c ^ d, 0x6ED9EBA1, words[i]);
    for (std::size_t i = 40; i < 60; ++i)
        step((b & c) | (b & d) | (c & d), 0x8F1BBCDC, words[i]);
    for (std::size_t i = 60; i < 80; ++i)
        step(b ^ c ^ d, 0xCA62C1D6, words[i]);
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

void sha256Block(State& state, const std::byte* block)
{
    std::array<std::uint32_t, 64> words {};
    for (std::size_t i = 0; i < 16; ++i)
        words[i] = loadBig(block + 4 * i);
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t x = words[i - 15];
        const std::uint32_t y = words[i - 2];
        words[i] = words[i - 16] + words[i - 7] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3U))
            + (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10U));
    }
    State s = state;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t sum1 = s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25))
            + ((s[4] & s[5]) ^ (~s[4] & s[6])) + kSha256Roots[i] + words[i];
        const std::uint32_t sum2 = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22))
            + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        s = {sum1 + sum2, s[0], s[1], s[2], s[3] + sum1, s[4], s[5], s[6]};
    }
    for (std::size_t i = 0; i < state.size(); ++i)
        state[i] += s[i];
}

/// Tables for eight bytes at a time: table k holds the remainder of a byte followed by k zero bytes.
constexpr std::array<std::array<std::uint32_t, 256>, 8> makeCrcTables()
{
    std::array<std::array<std::uint32_t, 256>, 8> tables {};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1U) ^ ((value & 1U) != 0 ? 0xEDB88320U : 0U);
        tables[0][i] = value;
    }
    for (std::size_t k = 1; k < 8; ++k) {
        for (std::size_t i = 0; i < 256; ++i) {
            const std::uint32_t before = tables[k - 1][i];
            tables[k][i] = (before >> 8U) ^ tables[0][before & 0xFFU];
        }
    }
    return tables;
}

constexpr auto kCrcTables = makeCrcTables();

} // namespace

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t previous)
{
    std::uint32_t crc = ~previous;
    const std::byte* p = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, p += 8) {
        const std::uint32_t low = loadLittle(p) ^ crc;
        const std::uint32_t high = loadLittle(p + 4);
        crc = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            crc ^= kCrcTables[7 - i][(low >> (8 * i)) & 0xFFU];
            crc ^= kCrcTables[3 - i][(high >> (8 * i)) & 0xFFU];
        }
    }
    for (; left > 0; --left, ++p)
        crc = (crc >> 8U) ^ kCrcTables[0][(crc ^ std::to_integer<std::uint32_t>(*p)) & 0xFFU];
    return ~crc;
}

Digest::Digest(DigestKind kind)
    : m_kind(kind)
{
    if (kind == DigestKind::Sha256)
        m_state = kStartSha256;
    else if (kind != DigestKind::Crc32)
        m_state = kStartMd5AndSha1;
}

void Digest::process(const std::byte* block)
{
    switch (m_kind) {
    case DigestKind::Crc32:
        break;
    case DigestKind::Md5:
        md5Block(m_state, block);
        break;
    case DigestKind::Sha1:
        sha1Block(m_state, block);
        break;
    case DigestKind::Sha256:
        sha256Block(m_state, block);
        break;
    }
}

void Digest::update(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return;
    if (m_kind == DigestKind::Crc32) {
        m_state[0] = crc32(bytes, m_state[0]);
        m_length += bytes.size();
        return;
    }
    const std::size_t buffered = m_length % kBlock;
    m_length += bytes.size();
    if (buffered > 0) {
        const std::size_t taken = std::min(kBlock - buffered, bytes.size());
        std::memcpy(m_buffer.data() + buffered, bytes.data(), taken);
        bytes = bytes.subspan(taken);
        if (buffered + taken < kBlock)
            return;
        process(m_buffer.data());
    }
    for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock))
        process(bytes.data());
    if (!bytes.empty())
        std::memcpy(m_buffer.data(), bytes.data(), bytes.size());
}

std::vector<std::byte> Digest::bytes() const
{
    Digest last = *this;
    std::size_t words = 1;
    if (m_kind != DigestKind::Crc32) {
        words = m_kind == DigestKind::Md5 ? 4 : m_kind == DigestKind::Sha1 ? 5 : 8;
        // A one bit, zeros, and the length in bits in the last eight bytes of a block.
        std::array<std::byte, 2 * kBlock> padding {std::byte {0x80}};
        const std::size_t buffered = m_length % kBlock;
        const std::size_t zerosEnd = (buffered < kBlock - 8 ? kBlock : 2 * kBlock) - 8 - buffered;
        const std::uint64_t bits = m_length * 8;
        const auto low = static_cast<std::uint32_t>(bits);
        const auto high = static_cast<std::uint32_t>(bits >> 32U);
        if (m_kind == DigestKind::Md5) {
            storeLittle(padding.data() + zerosEnd, low);
            storeLittle(padding.data() + zerosEnd + 4, high);
        } else {
            storeBig(padding.data() + zerosEnd, high);
            storeBig(padding.data() + zerosEnd + 4, low);
        }
        last.update(std::span(padding).first(zerosEnd + 8));
    }
    std::vector<std::byte> result(4 * words);
    for (std::size_t i = 0; i < words; ++i) {
        if (m_kind == DigestKind::Md5)
            storeLittle(result.data() + 4 * i, last.m_state[i]);
        else
            storeBig(result.data() + 4 * i, last.m_state[i]);
    }
    return result;
}

std::string Digest::hex() const
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string result;
    for (const std::byte byte : bytes()) {
        const auto value = std::to_integer<unsigned>(byte);
        result += kDigits[value >> 4U];
        result += kDigits[value & 15U];
    }
    return result;
}

std::string digestHex(DigestKind kind, std::span<const std::byte> bytes)
{
    Digest digest(kind);
    digest.update(bytes);
    return digest.hex();
}

} // namespace dumpscope::core
