// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/archive_scan.h"

#include "base/text.h"
#include "base/text_scan.h"
#include "io/archive_member_path.h"
#include "io/spool_file.h"
#include "io/zip_directory.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <optional>
#include <unordered_map>
#include <vector>

#include <locale.h>

namespace dumpscope::core {

namespace {

/// libarchive turns names into the letters of the thread's locale and drops those that have none there.
/// In UTF-8 they stay as they are.
class Utf8Names {
public:
    Utf8Names()
        : m_locale(::newlocale(LC_CTYPE_MASK, "C.UTF-8", static_cast<locale_t>(nullptr)))
        , m_previous(m_locale ? ::uselocale(m_locale) : static_cast<locale_t>(nullptr))
    {
    }
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;
    ~Utf8Names()
    {
        if (!m_locale)
            return;
        ::uselocale(m_previous);
        ::freelocale(m_locale);
    }

private:
    locale_t m_locale;
    locale_t m_previous;
};

struct ReadFree {
    void operator()(archive* handle) const { ::archive_read_free(handle); }
};
using ArchiveHandle = std::unique_ptr<archive, ReadFree>;

/// Errors of libarchive that are translated.
constexpr std::array kArchiveWords {Form<0>("Unrecognized archive format").words(),
    Form<0>("Truncated ZIP file header").words(), Form<0>("Truncated ZIP file data").words(),
    Form<0>("Truncated tar archive").words(), Form<0>("Damaged tar archive").words(),
    Form<0>("truncated bzip2 input").words(), Form<0>("truncated gzip input").words(),
    Form<0>("truncated lz4 input").words(), Form<0>("Truncated zstd input").words(),
    Form<0>("Lzma library error:  No progress is possible").words(), Form<0>("damaged").words(),
    Form<2>("Truncated input file (needed %1 bytes, only %2 available)").words(),
    Form<1>("ZIP decompression failed (%1)").words(), Form<1>("Zstd decompression failed: %1").words(),
    Form<1>("Lzma library error: %1").words()};

/// `text` as the form, whose places stand in their order between different words; nothing if it is another.
std::optional<Message> asForm(std::string_view text, std::string_view form)
{
    std::vector<Message> arguments;
    std::string_view rest = form;
    for (std::size_t place = rest.find('%'); place != std::string_view::npos; place = rest.find('%')) {
        if (!text.starts_with(rest.substr(0, place)))
            return std::nullopt;
        text.remove_prefix(place);
        rest.remove_prefix(place + 2);
        const std::string_view behind = rest.substr(0, rest.find('%'));
        const std::size_t end = behind.empty() ? text.size() : text.find(behind);
        if (end == std::string_view::npos)
            return std::nullopt;
        arguments.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return text == rest ? std::optional(Message::received(form, arguments)) : std::nullopt;
}

Message messageOf(archive* handle)
{
    const char* text = ::archive_error_string(handle);
    const std::string_view words = text == nullptr ? "damaged" : trimmed(text, " \n"); // some end so
    for (const std::string_view form : kArchiveWords) {
        if (auto message = asForm(words, form))
            return *message;
    }
    return Message(words);
}

Result<ArchiveHandle> openHandle(const Bytes& bytes, ArchiveKind kind, bool verify)
{
    ArchiveHandle handle(::archive_read_new());
    if (!handle)
        return fail(Code::OutOfMemory, phrase("no memory to read the archive"));
    if (kind == ArchiveKind::Zip) {
        ::archive_read_support_format_zip(handle.get());
        if (!verify)
            ::archive_read_set_options(handle.get(), "zip:ignorecrc32");
    } else {
        ::archive_read_support_format_tar(handle.get());
        if (kind == ArchiveKind::CompressedTar) {
            ::archive_read_support_filter_gzip(handle.get());
            ::archive_read_support_filter_zstd(handle.get());
            ::archive_read_support_filter_xz(handle.get());
            ::archive_read_support_filter_bzip2(handle.get());
        }
    }
    if (::archive_read_open_memory(handle.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
        return fail(Code::BadHeader, messageOf(handle.get()));
    return handle;
}

/// Checksums of a zip file are worth it when its members are unpacked anyway. Where all lie as they are,
/// checking them would mean to read every byte of every tensor for a listing.
bool hasCompressedMember(const Bytes& bytes)
{
    const auto directory = ZipDirectory::read(bytes);
    return !directory || std::ranges::any_of(directory->entries(), [](const ZipEntry& entry) {
        return entry.method != ZipEntry::Stored;
    });
}

/// A zip file ends with its directory; without one its members are still found, from front to back.
bool hasZipDirectory(const Bytes& bytes)
{
    constexpr std::size_t kEndRecordBytes = 22;
    constexpr std::size_t kLongestComment = 65535;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t tail = std::min(text.size(), kEndRecordBytes + kLongestComment);
    const std::size_t mark = text.substr(text.size() - tail).rfind("PK\5\6");
    return mark != std::string_view::npos && tail - mark >= kEndRecordBytes;
}

constexpr Form<0> kTooLarge = "unpacked it would be too large; unpack the archive first if it is trusted";

/// A member's bytes while they are read: in place as long as they are, else copied.
struct Gathered {
    const std::byte* start = nullptr; ///< in the archive
    std::uint64_t size = 0;
    std::optional<std::uint64_t> spooledAt;
    Message problem;
    bool failed = false; ///< nothing of it can be read
    bool isTooLarge = false;
};

class Scanner {
public:
    Scanner(const Bytes& bytes, ArchiveKind kind, const std::string& name, const ArchiveLimits& limits,
        TaskContext& task)
        : m_bytes(bytes)
        , m_kind(kind)
        , m_name(name)
        , m_limits(limits)
        , m_task(task)
        , m_spool(limits.memoryBytes, limits.temporaryFolder)
    {
    }

    Result<ArchiveContents> run()
    {
        m_task.progress.setItem(m_name);
        const bool verify = m_kind != ArchiveKind::Zip || hasCompressedMember(m_bytes);
        TRY_ASSIGN(m_handle, openHandle(m_bytes, m_kind, verify));
        m_contents.folders.insert(std::string());
        TRY_VOID(readEntries());
        reportLeftOut();
        if (m_kind == ArchiveKind::Zip && !hasZipDirectory(m_bytes))
            report(Severity::Error, Code::Truncated, m_name,
                phrase("the directory at the end is missing, so the archive is cut; what comes before was "
                       "read"));
        TRY_VOID(m_bytes.check());
        TRY_ASSIGN(const Bytes spooled, m_spool.map());
        for (std::size_t i = 0; i < m_contents.members.size(); ++i) {
            ArchiveMember& member = m_contents.members[i];
            if (m_spooledAt[i]) {
                TRY_ASSIGN(member.bytes, spooled.slice(*m_spooledAt[i], member.size));
            }
        }
        return std::move(m_contents);
    }

private:
    Result<void> readEntries()
    {
        while (!m_full) {
            TRY_VOID(m_task.checkStop());
            archive_entry* entry = nullptr;
            const int status = ::archive_read_next_header(m_handle.get(), &entry);
            if (status == ARCHIVE_EOF)
                return {};
            if (status < ARCHIVE_WARN) {
                Error error = makeError(Code::Truncated,
                    phrase("the archive is damaged or cut here: %1", messageOf(m_handle.get())),
                    {.file = m_name});
                if (m_contents.members.empty() && m_entries == 0)
                    return fail(std::move(error));
                m_task.diagnostics.add(Severity::Error, error);
                return {};
            }
            ++m_entries;
            TRY_VOID(takeEntry(entry));
        }
        return {};
    }

    Result<void> takeEntry(archive_entry* entry)
    {
        const char* raw = ::archive_entry_pathname(entry);
        if (raw == nullptr) // no letters of the locale
            raw = ::archive_entry_pathname_utf8(entry);
        const auto path
            = archiveMemberPath(raw == nullptr ? std::string_view() : std::string_view(raw), m_limits);
        if (!path) {
            report(Severity::Error, path.error().code, m_name, path.error().message);
            return {};
        }
        if (const char* target = ::archive_entry_hardlink(entry); target != nullptr) {
            takeHardLink(*path, target);
            return {};
        }
        const auto type = ::archive_entry_filetype(entry);
        if (type == AE_IFDIR || path->empty())
            return {};
        if (type != AE_IFREG) {
            report(Severity::Warning, Code::Unsupported, *path,
                type == AE_IFLNK ? phrase("a link in an archive; not followed")
                                 : phrase("neither a file nor a folder; only regular files are read"));
            return {};
        }
        if (!countName(*path))
            return {};
        if (::archive_entry_is_data_encrypted(entry) != 0) {
            leaveOut(entry, *path, m_encrypted);
            return {};
        }
        if (const auto size = announcedSize(entry); size && isPacked() && !mayInflate(*size, 0))
            return passOver(entry, *path);
        return takeFile(entry, *path);
    }

    /// False when the archive has too many names.
    bool countName(const std::string& path)
    {
        m_nameBytes += path.size();
        for (std::size_t end = path.rfind('/'); end != std::string::npos; end = path.rfind('/', end - 1)) {
            if (!m_contents.folders.insert(path.substr(0, end)).second)
                break;
            m_nameBytes += end;
        }
        const std::uint64_t names = m_contents.members.size() + m_contents.folders.size();
        m_full = names > m_limits.members || m_nameBytes > m_limits.allNameBytes;
        if (m_full)
            report(Severity::Error, Code::Limit, m_name,
                phrase("more than %1 files and folders; the rest is not read", names - 1));
        return !m_full;
    }

    static std::optional<std::uint64_t> announcedSize(archive_entry* entry)
    {
        if (::archive_entry_size_is_set(entry) == 0)
            return std::nullopt;
        return static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_entry_size(entry), 0));
    }

    /// Whether the member's bytes do not lie in the archive as they are.
    bool isPacked() const
    {
        if (m_kind != ArchiveKind::Zip)
            return m_kind == ArchiveKind::CompressedTar;
        const char* format = ::archive_format_name(m_handle.get());
        return format == nullptr || !std::string_view(format).ends_with("(uncompressed)");
    }

    /// Keeps the name and the size it should have, as far as such a size can be: nothing bears it out.
    void leaveOut(archive_entry* entry, const std::string& path, std::shared_ptr<const Error> why)
    {
        ArchiveMember member;
        member.path = path;
        constexpr std::uint64_t kMostClaimed = 4ULL << 40U; // of all members together it fits a number
        member.size = std::min(announcedSize(entry).value_or(0), kMostClaimed);
        member.mtimeNs = timeOf(entry);
        member.unread = std::move(why);
        addMember(std::move(member), std::nullopt);
    }

    /// Beyond the limit. What follows may still be small; of a compressed archive it lies behind this one.
    Result<void> passOver(archive_entry* entry, const std::string& path)
    {
        ++m_passedOver;
        leaveOut(entry, path, m_tooLarge);
        if (m_kind != ArchiveKind::CompressedTar)
            return {};
        const void* block = nullptr;
        std::size_t length = 0;
        la_int64_t offset = 0;
        while (::archive_read_data_block(m_handle.get(), &block, &length, &offset) == ARCHIVE_OK) {
            TRY_VOID(m_task.checkStop());
            m_skipped += length;
            m_full = m_skipped > m_limits.skippedBytes;
            if (m_full)
                return {};
        }
        return {};
    }

    void reportLeftOut()
    {
        if (m_passedOver == 0)
            return;
        report(Severity::Error, Code::Limit, m_name,
            phrase("unpacked bytes are limited to %1 for an archive of this size, so members were not "
                   "opened: %2; unpack it first, if it is trusted, to see all",
                byteSizeText(mostInflated()), m_passedOver));
        if (m_skipped > m_limits.skippedBytes)
            report(Severity::Error, Code::Limit, m_name,
                phrase("what lies behind the members that were not opened was not looked at; there may be "
                       "more"));
    }

    static std::int64_t timeOf(archive_entry* entry)
    {
        if (::archive_entry_mtime_is_set(entry) == 0)
            return 0;
        return std::int64_t {::archive_entry_mtime(entry)} * 1'000'000'000
            + ::archive_entry_mtime_nsec(entry);
    }

    Result<void> takeFile(archive_entry* entry, const std::string& path)
    {
        Gathered data;
        TRY_VOID(gather(data));
        const std::uint64_t announced = announcedSize(entry).value_or(data.size);
        if (data.problem.empty() && data.size < announced)
            data.problem = phrase("the archive ends before the member does");
        const Code code = data.isTooLarge ? Code::Limit : Code::Truncated;
        m_passedOver += data.isTooLarge ? 1 : 0;
        if ((data.failed || data.isTooLarge) && data.size == 0 && announced > 0) {
            leaveOut(entry, path, std::make_shared<const Error>(makeError(code, data.problem)));
            return {};
        }
        if (!data.problem.empty())
            report(Severity::Error, code, path, phrase("%1 (%2 bytes are there)", data.problem, data.size));
        ArchiveMember member;
        member.path = path;
        member.size = data.size;
        member.mtimeNs = timeOf(entry);
        if (!data.spooledAt && data.size > 0) {
            TRY_ASSIGN(member.bytes,
                m_bytes.slice(static_cast<std::uint64_t>(data.start - m_bytes.data()), data.size));
        }
        addMember(std::move(member), data.spooledAt);
        return {};
    }

    void addMember(ArchiveMember&& member, std::optional<std::uint64_t> spooledAt)
    {
        const auto [known, isNew] = m_byPath.try_emplace(member.path, m_contents.members.size());
        if (isNew) {
            m_contents.members.push_back(std::move(member));
            m_spooledAt.push_back(spooledAt);
            return;
        }
        report(Severity::Warning, Code::Duplicate, member.path,
            phrase("the archive holds several members of this name; the last one counts"));
        m_spooledAt[known->second] = spooledAt;
        m_contents.members[known->second] = std::move(member);
    }

    void takeHardLink(const std::string& path, std::string_view target)
    {
        const auto cleaned = archiveMemberPath(target, m_limits);
        const auto known = cleaned ? m_byPath.find(*cleaned) : m_byPath.end();
        if (known == m_byPath.end()) {
            report(Severity::Warning, Code::NotFound, path,
                phrase("a link to something the archive does not hold"));
            return;
        }
        if (!countName(path))
            return;
        ArchiveMember member = m_contents.members[known->second];
        member.path = path;
        addMember(std::move(member), m_spooledAt[known->second]);
    }

    Result<void> gather(Gathered& data)
    {
        for (;;) {
            TRY_VOID(m_task.checkStop());
            const void* block = nullptr;
            std::size_t length = 0;
            la_int64_t offset = 0;
            const int status = ::archive_read_data_block(m_handle.get(), &block, &length, &offset);
            if (status == ARCHIVE_EOF)
                return {};
            if (status < ARCHIVE_OK) {
                data.problem = messageOf(m_handle.get());
                data.failed = status < ARCHIVE_WARN;
                if (data.failed)
                    return {};
                continue;
            }
            if (offset < 0 || static_cast<std::uint64_t>(offset) < data.size) {
                data.problem = phrase("parts that overlap");
                return {};
            }
            const ByteSpan part(static_cast<const std::byte*>(block), length);
            TRY_VOID(take(data, part, static_cast<std::uint64_t>(offset) - data.size));
            if (data.isTooLarge)
                return {};
        }
    }

    /// Adds a part of a member that lies `gap` zero bytes behind what is there.
    Result<void> take(Gathered& data, ByteSpan part, std::uint64_t gap)
    {
        const bool inPlace = isInArchive(part) && gap == 0 && !data.spooledAt
            && (data.size == 0 || part.data() == data.start + data.size);
        if (part.empty() && gap == 0)
            return {};
        if (inPlace) {
            if (data.size == 0)
                data.start = part.data();
            data.size += part.size();
            return {};
        }
        const std::uint64_t moved = data.spooledAt ? 0 : data.size;
        if (!mayInflate(part.size() + moved, gap)) {
            data.problem = kTooLarge;
            data.isTooLarge = true;
            return {};
        }
        if (!data.spooledAt) {
            data.spooledAt = m_spool.size();
            TRY_VOID(m_spool.write({data.start, static_cast<std::size_t>(data.size)}));
        }
        if (gap > 0)
            TRY_VOID(m_spool.writeZeros(gap));
        TRY_VOID(m_spool.write(part));
        data.size += gap + part.size();
        return {};
    }

    bool isInArchive(ByteSpan part) const
    {
        const auto begin = reinterpret_cast<std::uintptr_t>(m_bytes.data());
        const auto at = reinterpret_cast<std::uintptr_t>(part.data());
        return at >= begin && at - begin <= m_bytes.size() && part.size() <= m_bytes.size() - (at - begin);
    }

    /// How much may be unpacked in all.
    std::uint64_t mostInflated() const
    {
        return std::min(
            m_limits.inflatedBytes, std::max(m_limits.freeBytes, m_bytes.size() * m_limits.ratio));
    }

    bool mayInflate(std::uint64_t bytes, std::uint64_t gap) const
    {
        const std::uint64_t most = mostInflated();
        return gap <= most && bytes <= most && m_spool.size() + bytes + gap <= most;
    }

    void report(Severity severity, Code code, std::string file, Message message)
    {
        m_task.diagnostics.add({severity, code, {.file = std::move(file)}, std::move(message)});
    }

    const Bytes& m_bytes;
    ArchiveKind m_kind;
    const std::string& m_name;
    const ArchiveLimits& m_limits;
    TaskContext& m_task;
    ArchiveHandle m_handle;
    SpoolFile m_spool;
    ArchiveContents m_contents;
    std::vector<std::optional<std::uint64_t>> m_spooledAt; ///< of each member
    std::unordered_map<std::string, std::size_t> m_byPath;
    std::uint64_t m_entries = 0;
    std::uint64_t m_nameBytes = 0;
    std::uint64_t m_passedOver = 0, m_skipped = 0; ///< members beyond the limit, and bytes of such
    bool m_full = false;                           ///< the rest is not read
    std::shared_ptr<const Error> m_encrypted = std::make_shared<const Error>(
        makeError(Code::Unsupported, phrase("encrypted; unpack the archive first")));
    std::shared_ptr<const Error> m_tooLarge
        = std::make_shared<const Error>(makeError(Code::Limit, kTooLarge));
};

} // namespace

Result<ArchiveContents> scanArchive(const Bytes& archive, ArchiveKind kind, const std::string& name,
    const ArchiveLimits& limits, TaskContext& task)
{
    try {
        const Utf8Names utf8;
        return Scanner(archive, kind, name, limits, task).run();
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, phrase("no memory to read the archive"), {.file = name});
    }
}

} // namespace dumpscope::core
