// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/recorded_checksum.h"

#include "base/digest.h"
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace dumpscope::core {

namespace {

constexpr std::size_t kHashedPiece = 1U << 20; // of bytes, between two looks at the stop token

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
    case ChecksumKind::Value:
        break;
    }
    return DigestKind::Crc32;
}

Result<void> eachPiece(ByteSpan bytes, TaskContext& task, auto&& use)
{
    for (std::size_t at = 0; at < bytes.size(); at += kHashedPiece) {
        TRY_VOID(task.checkStop());
        use(bytes.subspan(at, std::min(kHashedPiece, bytes.size() - at)));
    }
    return {};
}

std::optional<double> valueOf(std::string_view text)
{
    return text == "true" ? 1 : text == "false" ? 0 : parseDouble(text);
}

/// The dense bytes of the elements in C order, little-endian.
Result<Bytes> elementBytes(const TensorView& view)
{
    const auto count = elementCount(view.shape);
    const auto needed = count ? storedBytes(view.dtype, *count) : std::nullopt;
    if (view.isRearranged() || !view.strides.empty() || view.firstElement != 0 || view.bigEndian || !needed)
        return fail(Code::Unsupported, phrase("its stored bytes are not its elements in order"));
    return view.bytes.slice(0, *needed);
}

/// As MindSpore's msprobe has it: of the elements widened to float32.
Result<std::string> widenedCrc(const TensorView& view, TaskContext& task)
{
    TRY_ASSIGN(const Bytes bytes, elementBytes(view));
    Digest digest(DigestKind::Crc32);
    std::vector<std::byte> wide(2 * kHashedPiece);
    TRY_VOID(eachPiece(bytes.span(), task, [&](ByteSpan piece) {
        // Its bits are the upper half of a float32's.
        for (std::size_t i = 0; 2 * i + 1 < piece.size(); ++i)
            std::memcpy(&wide[4 * i + 2], &piece[2 * i], 2);
        digest.update(ByteSpan(wide).first(2 * piece.size()));
    }));
    TRY_VOID(bytes.check());
    return digest.hex();
}

/// Every form in which the checksum may have been recorded.
Result<std::vector<std::string>> computedChecksums(
    const TensorView& view, ChecksumKind kind, TaskContext& task)
{
    std::vector<std::string> texts;
    TRY_ASSIGN(texts.emplace_back(), checksumOf(view, kind, task));
    if (kind == ChecksumKind::Crc32 && view.dtype == DType::BFloat16) {
        TRY_ASSIGN(texts.emplace_back(), widenedCrc(view, task));
    }
    return texts;
}

std::optional<ChecksumKind> kindOf(const ChecksumSide& side)
{
    return side.recorded.empty() ? std::nullopt : checksumKindOf(side.recorded.front());
}

ChecksumFinding nothingSaid(PairState state, Message why)
{
    return {std::nullopt, state, std::move(why)};
}

/// `other` has elements only.
Result<ChecksumFinding> compareWithElements(
    const ChecksumSide& side, const ChecksumSide& other, Form<0> who, TaskContext& task)
{
    const ChecksumKind kind = *kindOf(side);
    auto computed = computedChecksums(*other.view, kind, task);
    if (!computed) {
        if (computed.error().code == Code::Cancelled || computed.error().code == Code::OutOfMemory)
            return fail(std::move(computed).error());
        return nothingSaid(
            PairState::NotComputed, phrase("no checksum of the %1: %2", who, computed.error().message));
    }
    const auto isIt = [&](const std::string& text) { return equalsIgnoreCase(text, side.recorded.front()); };
    return ChecksumFinding {std::ranges::any_of(*computed, isIt), PairState::Ok,
        phrase("%1 of the %2 computed from its bytes", checksumKindName(kind), who)};
}

} // namespace

std::string_view checksumKindName(ChecksumKind kind)
{
    constexpr std::array<std::string_view, 6> kNames {
        "CRC-32", "MD5", "SHA-1", "SHA-256", "64-bit XOR", "value"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<ChecksumKind> checksumKindOf(std::string_view text)
{
    if (text.starts_with("0x") && text.size() == 18 && isHex(text.substr(2)))
        return ChecksumKind::Xor64;
    switch (isHex(text) ? text.size() : 0) {
    case 8:
        return ChecksumKind::Crc32;
    case 32:
        return ChecksumKind::Md5;
    case 40:
        return ChecksumKind::Sha1;
    case 64:
        return ChecksumKind::Sha256;
    default:
        return valueOf(text) ? std::optional(ChecksumKind::Value) : std::nullopt;
    }
}

std::optional<double> recordedValue(std::string_view text)
{
    return checksumKindOf(text) == ChecksumKind::Value ? valueOf(text) : std::nullopt;
}

Result<std::string> checksumOf(const TensorView& view, ChecksumKind kind, TaskContext& task)
{
    if (kind == ChecksumKind::Value)
        return fail(Code::Unsupported, phrase("the other side recorded a value"));
    TRY_ASSIGN(const Bytes bytes, elementBytes(view));
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

Result<ChecksumFinding> compareChecksums(
    const ChecksumSide& target, const ChecksumSide& golden, TaskContext& task)
{
    const auto isKnown = [](const ChecksumSide& side) { return side.view || !side.recorded.empty(); };
    if (!isKnown(target) || !isKnown(golden) || (target.recorded.empty() && golden.recorded.empty()))
        return ChecksumFinding();
    if (target.dtype != golden.dtype && target.dtype != DType::Unknown && golden.dtype != DType::Unknown)
        return nothingSaid(PairState::DTypeMismatch,
            phrase("the checksums are of %1 and of %2: other bytes for the same values",
                dtypeName(target.dtype), dtypeName(golden.dtype)));
    if (target.recorded.empty())
        return compareWithElements(golden, target, Form<0>("target"), task);
    if (golden.recorded.empty())
        return compareWithElements(target, golden, Form<0>("golden"), task);
    ChecksumFinding finding;
    for (const std::string& a : target.recorded) {
        for (const std::string& b : golden.recorded) {
            if (checksumKindOf(a) == checksumKindOf(b))
                finding.equal = finding.equal.value_or(true) && equalsIgnoreCase(a, b);
        }
    }
    if (!finding.equal)
        return nothingSaid(PairState::NotComputed,
            phrase("the target recorded a checksum %1, the golden %2: nothing to compare",
                checksumKindName(*kindOf(target)), checksumKindName(*kindOf(golden))));
    finding.state = PairState::Ok;
    finding.text = phrase("checksums compared");
    return finding;
}

} // namespace dumpscope::core
