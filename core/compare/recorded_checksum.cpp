// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recorded_checksum.h"

#include "base/digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace dumpscope::core {

namespace {

constexpr std::size_t kPiece = 1U << 20; // of bytes, between two looks at the stop token

bool isHex(std::string_view text)
{
    return std::ranges::all_of(text,
        [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
}

/// XOR of little-endian words.
class WordXor {
public:
    /// Only the last piece may have a length that is no multiple of a word's.
    void update(ByteSpan bytes)
    {
        for (std::size_t at = 0; at < bytes.size(); at += sizeof(m_word)) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + at, std::min(sizeof(word), bytes.size() - at));
            m_word ^= word;
        }
    }
    [[nodiscard]] std::string text() const { return fmt::format("0x{:016x}", m_word); }

private:
    std::uint64_t m_word = 0;
};

DigestKind digestKind(ChecksumKind kind)
{
    switch (kind) {
    case ChecksumKind::Md5:
        return DigestKind::Md5;
    case ChecksumKind::Sha1:
        return DigestKind::Sha1;
    case ChecksumKind::Sha256:
        return DigestKind::Sha256;
    case ChecksumKind::Crc32:
    case ChecksumKind::Xor64:
        break;
    }
    return DigestKind::Crc32;
}

Result<void> eachPiece(ByteSpan bytes, TaskContext& task, auto&& use)
{
    for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
        TRY_VOID(task.checkStop());
        use(bytes.subspan(at, std::min(kPiece, bytes.size() - at)));
    }
    return {};
}

} // namespace

std::string_view checksumKindName(ChecksumKind kind)
{
    constexpr std::array<std::string_view, 5> kNames {"CRC-32", "MD5", "SHA-1", "SHA-256", "64-bit XOR"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<ChecksumKind> checksumKindOf(std::string_view text)
{
    if (text.starts_with("0x") && text.size() == 18 && isHex(text.substr(2)))
        return ChecksumKind::Xor64;
    if (!isHex(text))
        return std::nullopt;
    switch (text.size()) {
    case 8:
        return ChecksumKind::Crc32;
    case 32:
        return ChecksumKind::Md5;
    case 40:
        return ChecksumKind::Sha1;
    case 64:
        return ChecksumKind::Sha256;
    default:
        return std::nullopt;
    }
}

Result<std::string> checksumOf(const TensorView& view, ChecksumKind kind, TaskContext& task)
{
    const auto count = elementCount(view.shape);
    const auto needed = count ? storedBytes(view.dtype, *count) : std::nullopt;
    if (view.isRearranged() || !view.strides.empty() || view.firstElement != 0 || view.bigEndian || !needed)
        return fail(Code::Unsupported, "its stored bytes are not its elements in order");
    TRY_ASSIGN(const Bytes bytes, view.bytes.slice(0, *needed));
    std::string text;
    if (kind == ChecksumKind::Xor64) {
        WordXor sum;
        TRY_VOID(eachPiece(bytes.span(), task, [&](ByteSpan piece) { sum.update(piece); }));
        text = sum.text();
    } else {
        Digest digest(digestKind(kind));
        TRY_VOID(eachPiece(bytes.span(), task, [&](ByteSpan piece) { digest.update(piece); }));
        text = digest.hex();
    }
    TRY_VOID(bytes.check());
    return text;
}

} // namespace dumpscope::core
