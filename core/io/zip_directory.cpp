// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/zip_directory.h"

#include "base/digest.h"
#include "base/text.h"
#include "io/archive_scan.h"
#include "io/byte_reader.h"
#include "io/byte_text.h"
#include "io/spool_file.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <new>
#include <numeric>
#include <optional>

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kLocalMagic = 0x04034B50;
constexpr std::uint32_t kEntryMagic = 0x02014B50;
constexpr std::uint32_t kEndMagic = 0x06054B50;
constexpr std::uint32_t kEnd64Magic = 0x06064B50;
constexpr std::uint32_t kLocator64Magic = 0x07064B50;
constexpr std::uint64_t kLocalBytes = 30;
constexpr std::uint64_t kEntryBytes = 46;
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kLocator64Bytes = 20;
constexpr std::uint64_t kEnd64Bytes = 56;
constexpr std::uint64_t kMaxComment = 0xFFFF;
constexpr std::uint32_t kSee64 = 0xFFFFFFFF; ///< "the real number stands in the ZIP64 field"
constexpr std::size_t kMaxEntries = 1'000'000;
/// Deflate cannot do better than this; more is a lie about the size.
constexpr std::uint64_t kBestDeflate = 1040;
constexpr std::uint64_t kMaxUnpacked = 8ULL << 30;

struct EndRecord {
    std::uint64_t entries = 0, size = 0, offset = 0;
};

/// Little-endian number at an offset that was checked before.
template<typename T> T numberAt(ByteSpan bytes, std::uint64_t offset)
{
    return ByteReader(bytes.subspan(offset, sizeof(T))).read<T>().value();
}

std::optional<std::uint64_t> findEnd(ByteSpan file)
{
    if (file.size() < kEndBytes)
        return std::nullopt;
    const std::uint64_t last = file.size() - kEndBytes;
    const std::uint64_t first = last - std::min(last, kMaxComment);
    for (std::uint64_t at = last + 1; at-- > first;) {
        if (numberAt<std::uint32_t>(file, at) == kEndMagic)
            return at;
    }
    return std::nullopt;
}

Result<EndRecord> readEnd(ByteSpan file)
{
    const auto at = findEnd(file);
    if (!at)
        return fail(
            Code::Truncated, phrase("a zip file without its end, probably cut off"), {.offset = file.size()});
    EndRecord end;
    end.entries = numberAt<std::uint16_t>(file, *at + 10);
    end.size = numberAt<std::uint32_t>(file, *at + 12);
    end.offset = numberAt<std::uint32_t>(file, *at + 16);
    const bool needs64 = end.entries == 0xFFFF || end.size == kSee64 || end.offset == kSee64;
    if (!needs64)
        return end;
    const std::uint64_t locator = *at - std::min(*at, kLocator64Bytes);
    if (*at < kLocator64Bytes || numberAt<std::uint32_t>(file, locator) != kLocator64Magic)
        return fail(Code::BadHeader, phrase("a zip file without its ZIP64 end"), {.offset = *at});
    const auto at64 = numberAt<std::uint64_t>(file, locator + 8);
    if (at64 > locator || locator - at64 < kEnd64Bytes || numberAt<std::uint32_t>(file, at64) != kEnd64Magic)
        return fail(Code::BadHeader, phrase("the ZIP64 end of a zip file is not where it should be"),
            {.offset = locator});
    end.entries = numberAt<std::uint64_t>(file, at64 + 32);
    end.size = numberAt<std::uint64_t>(file, at64 + 40);
    end.offset = numberAt<std::uint64_t>(file, at64 + 48);
    return end;
}

/// Sizes that do not fit into 32 bits stand in the extra field 1, in this order.
Result<void> apply64(ByteSpan extra, ZipEntry& entry)
{
    ByteReader reader(extra);
    while (reader.remaining() >= 4) {
        TRY_ASSIGN(const auto id, reader.read<std::uint16_t>());
        TRY_ASSIGN(const auto length, reader.read<std::uint16_t>());
        TRY_ASSIGN(const ByteSpan field, reader.take(length));
        if (id != 1)
            continue;
        ByteReader numbers(field);
        for (std::uint64_t* value : {&entry.bytes, &entry.compressedBytes, &entry.headerOffset}) {
            if (*value == kSee64) {
                TRY_ASSIGN(*value, numbers.read<std::uint64_t>());
            }
        }
        break;
    }
    return {};
}

Result<ZipEntry> readEntry(ByteReader& reader)
{
    ZipEntry entry;
    TRY_ASSIGN(const ByteSpan fixed, reader.take(kEntryBytes));
    if (numberAt<std::uint32_t>(fixed, 0) != kEntryMagic)
        return fail(
            Code::BadHeader, phrase("the contents of a zip file are damaged"), {.offset = reader.offset()});
    constexpr std::uint16_t kEncrypted = 1;
    entry.isEncrypted = (numberAt<std::uint16_t>(fixed, 8) & kEncrypted) != 0;
    entry.method = numberAt<std::uint16_t>(fixed, 10);
    entry.crc = numberAt<std::uint32_t>(fixed, 16);
    entry.compressedBytes = numberAt<std::uint32_t>(fixed, 20);
    entry.bytes = numberAt<std::uint32_t>(fixed, 24);
    entry.headerOffset = numberAt<std::uint32_t>(fixed, 42);
    TRY_ASSIGN(const std::string_view name, reader.takeText(numberAt<std::uint16_t>(fixed, 28)));
    TRY_ASSIGN(const ByteSpan extra, reader.take(numberAt<std::uint16_t>(fixed, 30)));
    TRY_VOID(reader.take(numberAt<std::uint16_t>(fixed, 32)));
    entry.name = name;
    TRY_VOID(apply64(extra, entry));
    return entry;
}

/// Where unpacked bytes go: into memory while they are few, else into a nameless file.
class UnpackedBytes {
public:
    explicit UnpackedBytes(std::uint64_t expected)
        : m_spool(0, ArchiveLimits().temporaryFolder)
        , m_isLarge(expected > ArchiveLimits().memoryBytes)
    {
        if (!m_isLarge)
            m_data.reserve(expected);
    }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] std::uint32_t checksum() const { return m_checksum; }
    Result<void> write(ByteSpan bytes)
    {
        m_size += bytes.size();
        m_checksum = crc32(bytes, m_checksum);
        if (m_isLarge)
            return m_spool.write(bytes);
        m_data.insert(m_data.end(), bytes.begin(), bytes.end());
        return {};
    }
    Result<Bytes> finish() { return m_isLarge ? m_spool.map() : Bytes::fromVector(std::move(m_data)); }

private:
    SpoolFile m_spool;
    std::vector<std::byte> m_data;
    std::uint64_t m_size = 0;
    std::uint32_t m_checksum = 0;
    bool m_isLarge;
};

struct ArchiveCloser {
    void operator()(archive* handle) const { archive_read_free(handle); }
};

} // namespace

bool hasZipMagic(ByteSpan head)
{
    return head.size() >= 4
        && (numberAt<std::uint32_t>(head, 0) == kLocalMagic || numberAt<std::uint32_t>(head, 0) == kEndMagic);
}

std::string_view firstZipName(ByteSpan head)
{
    constexpr std::uint64_t kNameLengthAt = 26;
    if (head.size() < kLocalBytes || numberAt<std::uint32_t>(head, 0) != kLocalMagic)
        return {};
    return asText(head).substr(kLocalBytes, numberAt<std::uint16_t>(head, kNameLengthAt));
}

bool isTorchZip(ByteSpan head)
{
    constexpr std::string_view kPickle = "data.pkl";
    constexpr std::string_view kStorage = "data/0"; // what C++ writes first
    const std::string_view name = firstZipName(head);
    const std::size_t slash = name.find('/');
    const std::string_view member = slash == std::string_view::npos ? name : name.substr(slash + 1);
    return member == kPickle || member == kStorage;
}

Result<ZipDirectory> ZipDirectory::read(Bytes file)
{
    ZipDirectory directory;
    TRY_ASSIGN(const EndRecord end, readEnd(file.span()));
    if (end.offset > file.size() || end.size > file.size() - end.offset)
        return fail(Code::BadHeader, phrase("the contents of a zip file lie outside of it"));
    if (end.entries > kMaxEntries || end.entries > end.size / kEntryBytes)
        return fail(Code::Limit, phrase("%1 files in a zip file", end.entries));
    ByteReader reader(file.span().subspan(end.offset, end.size), end.offset);
    auto contents = std::make_shared<Contents>();
    contents->offset = end.offset;
    contents->entries.reserve(end.entries);
    for (std::uint64_t i = 0; i < end.entries; ++i) {
        TRY_ASSIGN(ZipEntry entry, readEntry(reader));
        contents->entries.push_back(std::move(entry));
    }
    contents->byName.resize(contents->entries.size());
    std::iota(contents->byName.begin(), contents->byName.end(), 0U);
    std::ranges::stable_sort(contents->byName, {},
        [&](std::uint32_t i) -> const std::string& { return contents->entries[i].name; });
    directory.m_contents = std::move(contents);
    directory.m_file = std::move(file);
    return directory;
}

ZipDirectory ZipDirectory::withFile(Bytes file) const
{
    ZipDirectory same = *this;
    same.m_file = std::move(file);
    return same;
}

const ZipEntry* ZipDirectory::find(std::string_view name) const
{
    const auto nameOf = [&](std::uint32_t i) -> std::string_view { return m_contents->entries[i].name; };
    const auto place = std::ranges::lower_bound(m_contents->byName, name, {}, nameOf);
    return place == m_contents->byName.end() || nameOf(*place) != name ? nullptr
                                                                       : &m_contents->entries[*place];
}

/// The bytes of an entry as they lie in the file.
Result<Bytes> ZipDirectory::storedPart(const ZipEntry& entry) const
{
    const ByteSpan before = m_file.span().first(m_contents->offset);
    if (entry.headerOffset > before.size() || before.size() - entry.headerOffset < kLocalBytes
        || numberAt<std::uint32_t>(before, entry.headerOffset) != kLocalMagic)
        return fail(Code::BadHeader, phrase("\"%1\" is not where the zip file says", printable(entry.name)),
            {.offset = entry.headerOffset});
    // The local name and extra field may differ from those of the directory.
    const std::uint64_t start = entry.headerOffset + kLocalBytes
        + numberAt<std::uint16_t>(before, entry.headerOffset + 26)
        + numberAt<std::uint16_t>(before, entry.headerOffset + 28);
    if (start > before.size() || entry.compressedBytes > before.size() - start)
        return fail(Code::Truncated,
            phrase("\"%1\" needs %2 bytes, more than the zip file has", printable(entry.name),
                entry.compressedBytes),
            {.offset = std::min<std::uint64_t>(start, before.size())});
    return m_file.slice(start, entry.compressedBytes);
}

Result<Bytes> ZipDirectory::unpacked(
    const ZipEntry& entry, std::uint64_t most, const std::stop_token& stop) const
{
    const std::string name = printable(entry.name);
    const auto refuse
        = [&](Code code, Message why) { return fail(code, std::move(why), {.offset = entry.headerOffset}); };
    if (entry.bytes > kMaxUnpacked || entry.bytes / kBestDeflate > entry.compressedBytes)
        return refuse(Code::Limit, phrase("\"%1\" claims to unpack to %2 bytes", name, entry.bytes));
    TRY_ASSIGN(const Bytes packed, storedPart(entry));
    // libarchive reads this one entry as if it came through a pipe.
    const ByteSpan file = m_file.span();
    const auto end = static_cast<std::uint64_t>(packed.data() - file.data()) + packed.size();
    const std::uint64_t length = std::min<std::uint64_t>(file.size(), end + 24) - entry.headerOffset;
    const std::unique_ptr<archive, ArchiveCloser> handle(archive_read_new());
    archive_entry* member = nullptr;
    if (!handle || archive_read_support_format_zip_streamable(handle.get()) != ARCHIVE_OK
        || archive_read_open_memory(handle.get(), file.data() + entry.headerOffset, length) != ARCHIVE_OK
        || archive_read_next_header(handle.get(), &member) != ARCHIVE_OK)
        return refuse(Code::BadHeader, phrase("\"%1\" cannot be unpacked", name));
    UnpackedBytes data(std::min(most, entry.bytes));
    const void* block = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    while (
        data.size() < most && archive_read_data_block(handle.get(), &block, &size, &offset) == ARCHIVE_OK) {
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        if (size > entry.bytes - std::min(entry.bytes, data.size()))
            return refuse(Code::BadSize, phrase("\"%1\" unpacks to more than it says", name));
        TRY_VOID(data.write({static_cast<const std::byte*>(block), size}));
    }
    if (data.size() >= most && most < entry.bytes) {
        TRY_ASSIGN(const Bytes all, data.finish());
        return all.slice(0, most);
    }
    if (data.size() != entry.bytes)
        return refuse(Code::Truncated, phrase("\"%1\" unpacks to less than it says", name));
    if (data.checksum() != entry.crc)
        return refuse(Code::BadSize, phrase("\"%1\" does not have the checksum the zip file says", name));
    return data.finish();
}

Result<Bytes> ZipDirectory::content(const ZipEntry& entry, const std::stop_token& stop) const
{
    return part(entry, std::max<std::uint64_t>(entry.bytes, 1), stop);
}

Result<Bytes> ZipDirectory::head(
    const ZipEntry& entry, std::uint64_t length, const std::stop_token& stop) const
{
    return part(entry, std::max<std::uint64_t>(length, 1), stop);
}

Result<Bytes> ZipDirectory::part(const ZipEntry& entry, std::uint64_t most, const std::stop_token& stop) const
{
    if (entry.isEncrypted)
        return fail(Code::Unsupported, phrase("\"%1\" is encrypted", printable(entry.name)));
    if (entry.method == ZipEntry::Deflated) {
        try {
            return unpacked(entry, most, stop);
        } catch (const std::bad_alloc&) {
            return fail(Code::OutOfMemory, phrase("no memory to unpack \"%1\"", printable(entry.name)));
        }
    }
    if (entry.method != ZipEntry::Stored)
        return fail(
            Code::Unsupported, phrase("\"%1\" is packed by method %2", printable(entry.name), entry.method));
    if (entry.bytes != entry.compressedBytes)
        return fail(
            Code::BadSize, phrase("\"%1\" is stored with two different sizes", printable(entry.name)));
    TRY_ASSIGN(const Bytes stored, storedPart(entry));
    return stored.slice(0, std::min(most, stored.size()));
}

} // namespace dumpscope::core
