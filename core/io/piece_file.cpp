// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/piece_file.h"

#include "io/byte_reader.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <span>

namespace dumpscope::core {

namespace {

constexpr std::size_t kKindBytes = 8;
/// Kind, bytes of the content, checksum of the checksums and of both.
constexpr std::size_t kTrailerBytes = kKindBytes + 2 * sizeof(std::uint64_t);

/// Against damage, not against forgery.
std::uint64_t checksum(ByteSpan bytes)
{
    return std::hash<std::string_view> {}({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

constexpr std::uint64_t piecesOf(std::uint64_t bytes)
{
    return bytes / PieceWriter::kPieceBytes + (bytes % PieceWriter::kPieceBytes == 0 ? 0 : 1);
}

} // namespace

PieceWriter::PieceWriter(AtomicFile& file, std::string_view kind)
    : m_file(file)
    , m_kind(kind)
{
}

Result<void> PieceWriter::add(ByteSpan piece)
{
    m_checksums.push_back(checksum(piece));
    m_bytes += piece.size();
    return m_file.write(piece);
}

Result<void> PieceWriter::finish()
{
    std::vector<std::byte> end(m_checksums.size() * sizeof(std::uint64_t) + kTrailerBytes);
    std::byte* out = end.data();
    const auto put = [&out](const void* from, std::size_t bytes) {
        if (bytes > 0)
            std::memcpy(out, from, bytes);
        out += bytes;
    };
    put(m_checksums.data(), m_checksums.size() * sizeof(std::uint64_t));
    put(m_kind.data(), kKindBytes);
    put(&m_bytes, sizeof m_bytes);
    const std::uint64_t ofEnd = checksum(ByteSpan(end).first(end.size() - sizeof(std::uint64_t)));
    put(&ofEnd, sizeof ofEnd);
    return m_file.write(end);
}

std::optional<ByteSpan> checkedContent(ByteSpan file, std::string_view kind, const TaskContext& task)
{
    if (file.size() < kTrailerBytes)
        return std::nullopt;
    ByteReader trailer(file.last(kTrailerBytes));
    const auto written = trailer.takeText(kKindBytes);
    const auto bytes = trailer.read<std::uint64_t>(), ofEnd = trailer.read<std::uint64_t>();
    const std::uint64_t rest = file.size() - kTrailerBytes;
    if (!written || *written != kind || !bytes || !ofEnd || *bytes > rest
        || piecesOf(*bytes) != (rest - *bytes) / sizeof(std::uint64_t)
        || (rest - *bytes) % sizeof(std::uint64_t) != 0)
        return std::nullopt;
    const ByteSpan content = file.first(*bytes), end = file.subspan(*bytes);
    if (checksum(end.first(end.size() - sizeof(std::uint64_t))) != *ofEnd)
        return std::nullopt;
    const auto isSound = [&](std::size_t piece) {
        const std::size_t begin = piece * PieceWriter::kPieceBytes;
        std::uint64_t wanted = 0;
        std::memcpy(&wanted, end.data() + piece * sizeof wanted, sizeof wanted);
        const std::size_t length = std::min(PieceWriter::kPieceBytes, content.size() - begin);
        return checksum(content.subspan(begin, length)) == wanted;
    };
    std::atomic<bool> areSound = true;
    const auto checked = parallelFor(
        task.arena, piecesOf(*bytes), 1, task.stop, [&](std::size_t first, std::size_t last) -> Result<void> {
            for (std::size_t piece = first; piece < last; ++piece)
                areSound = areSound && isSound(piece);
            return {};
        });
    return checked && areSound ? std::optional(content) : std::nullopt;
}

} // namespace dumpscope::core
