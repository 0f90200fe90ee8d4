// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/archive_kind.h"

#include "base/text.h"
#include "io/posix_file.h"
#include "io/zip_directory.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::size_t kTarHeaderBytes = 512;
constexpr std::size_t kChecksumAt = 148;
constexpr std::size_t kChecksumBytes = 8;

struct KnownExtension {
    std::string_view extension; ///< lower case
    ArchiveKind kind;
    std::string_view magic; ///< of the compression
};
using namespace std::string_view_literals;
constexpr auto kExtensions = std::to_array<KnownExtension>({
    {".zip", ArchiveKind::Zip, "PK"},
    {".tar", ArchiveKind::Tar, ""},
    {".tar.gz", ArchiveKind::CompressedTar, "\x1F\x8B"},
    {".tgz", ArchiveKind::CompressedTar, "\x1F\x8B"},
    {".tar.zst", ArchiveKind::CompressedTar, "\x28\xB5\x2F\xFD"},
    {".tzst", ArchiveKind::CompressedTar, "\x28\xB5\x2F\xFD"},
    {".tar.xz", ArchiveKind::CompressedTar, "\xFD\x37zXZ\0"sv},
    {".txz", ArchiveKind::CompressedTar, "\xFD\x37zXZ\0"sv},
    {".tar.bz2", ArchiveKind::CompressedTar, "BZh"},
    {".tbz2", ArchiveKind::CompressedTar, "BZh"},
});

const KnownExtension* extensionOf(std::string_view name)
{
    const auto found = std::ranges::find_if(kExtensions, [name](const KnownExtension& known) {
        return name.size() > known.extension.size()
            && equalsIgnoreCase(name.substr(name.size() - known.extension.size()), known.extension);
    });
    return found == kExtensions.end() ? nullptr : &*found;
}

/// The sum that every header of a tar file carries, whatever its dialect.
bool isTarHeader(std::string_view head)
{
    if (head.size() < kTarHeaderBytes)
        return false;
    if (std::ranges::all_of(head.substr(0, kTarHeaderBytes), [](char c) { return c == '\0'; }))
        return true; // the end mark of an empty archive
    std::uint32_t stored = 0;
    bool digits = false;
    for (const char c : head.substr(kChecksumAt, kChecksumBytes)) {
        if (c >= '0' && c <= '7') {
            stored = stored * 8 + static_cast<std::uint32_t>(c - '0');
            digits = true;
        } else if (digits) {
            break;
        }
    }
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < kTarHeaderBytes; ++i) {
        const bool isChecksum = i >= kChecksumAt && i < kChecksumAt + kChecksumBytes;
        sum += isChecksum ? std::uint32_t {' '} : std::uint32_t {static_cast<unsigned char>(head[i])};
    }
    return digits && sum == stored;
}

} // namespace

ArchiveKind archiveKind(std::string_view name, ByteSpan head)
{
    const KnownExtension* known = extensionOf(name);
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    if (known == nullptr || !text.starts_with(known->magic))
        return ArchiveKind::None;
    if (known->kind == ArchiveKind::Tar && !isTarHeader(text))
        return ArchiveKind::None;
    if (isTorchZip(head))
        return ArchiveKind::None;
    const std::string_view mark = known->kind == ArchiveKind::Zip ? text.substr(0, 4) : "PK\3\4"sv;
    return mark == "PK\3\4"sv || mark == "PK\5\6"sv ? known->kind : ArchiveKind::None;
}

std::string_view withoutArchiveExtension(std::string_view name)
{
    const KnownExtension* known = extensionOf(name);
    return known == nullptr ? name : name.substr(0, name.size() - known->extension.size());
}

bool isArchive(const std::string& path)
{
    if (extensionOf(path) == nullptr)
        return false;
    const auto file = openRegularFile(path, path);
    if (!file)
        return false;
    std::array<std::byte, kArchiveHeadBytes> head {};
    const auto got = readAt(file->fd.get(), head, 0, path);
    const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
    return got && archiveKind(name, ByteSpan(head).first(*got)) != ArchiveKind::None;
}

} // namespace dumpscope::core
