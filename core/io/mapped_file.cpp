// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/mapped_file.h"

#include "io/live_mappings.h"
#include "io/posix_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <memory>
#include <new>
#include <tuple>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

// Reading ahead pays for tensors, not for the small files that fill most dumps.
constexpr std::uint64_t kSequentialBytes = 1U << 20;

// Mapping and unmapping costs more than a copy of so many bytes.
constexpr std::uint64_t kCopiedBytes = 1U << 15;

// Headers of tensors tell their size here, so that a file rewritten with a larger one differs.
constexpr std::size_t kHeadBytes = 256;

/// One mapping of one file, or a copy of a small one; unmaps at the end of its life.
class Mapping : public ByteOwner {
public:
    Mapping(std::string path, std::string displayPath, const struct stat& info)
        : m_path(std::move(path))
        , m_displayPath(std::move(displayPath))
        , m_device(info.st_dev)
        , m_inode(info.st_ino)
        , m_length(static_cast<std::size_t>(info.st_size))
        , m_written(info.st_mtim)
        , m_changed(info.st_ctim)
    {
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() override
    {
        if (m_live)
            removeLiveMapping(m_live);
        if (m_address)
            ::munmap(m_address, m_length);
    }

    /// 0 or an errno value.
    int map(int fd)
    {
        // A private read-only mapping counts neither as committed memory nor as a change of the file.
        void* address = ::mmap(nullptr, m_length, PROT_READ, MAP_PRIVATE | MAP_NORESERVE, fd, 0);
        if (address == MAP_FAILED)
            return errno;
        m_address = address;
        m_live = addLiveMapping(address, m_length);
        if (!m_live)
            return ENOMEM;
        if (m_length >= kSequentialBytes)
            advise(MADV_SEQUENTIAL);
        const ByteSpan head = span().first(std::min(m_length, kHeadBytes));
        m_head.assign(head.begin(), head.end());
        return 0;
    }
    /// Errors: those of readAt.
    Result<void> copy(int fd)
    {
        m_copy.resize(m_length);
        TRY_ASSIGN(const std::size_t got, readAt(fd, m_copy, 0, m_displayPath));
        m_isCut = got < m_length;
        return {};
    }
    void advise(int advice) const
    {
        if (m_address)
            ::madvise(m_address, m_length, advice);
    }
    ByteSpan span() const
    {
        return m_address ? ByteSpan(static_cast<const std::byte*>(m_address), m_length) : ByteSpan(m_copy);
    }

    void fill(ByteIdentity& identity) const
    {
        identity.path = m_path;
        identity.device = m_device;
        identity.inode = m_inode;
        identity.fileBytes = m_length;
        identity.mtimeNs = std::int64_t {m_written.tv_sec} * 1'000'000'000 + m_written.tv_nsec;
        identity.ctimeNs = std::int64_t {m_changed.tv_sec} * 1'000'000'000 + m_changed.tv_nsec;
    }

    /// Empty where there is another file by now, or none.
    UniqueFd openAgain() const
    {
        Result<RegularFile> file = openRegularFile(m_path, m_displayPath);
        const bool isSame = file && file->info.st_dev == m_device && file->info.st_ino == m_inode;
        return isSame ? std::move(file->fd) : UniqueFd();
    }

    Result<void> check() const override
    {
        struct stat now = {};
        const bool isSame
            = ::stat(m_path.c_str(), &now) == 0 && now.st_dev == m_device && now.st_ino == m_inode;
        const auto length = isSame ? static_cast<std::uint64_t>(now.st_size) : m_length;
        // A cut inside the last page raises no signal: the kernel fills the rest of that page with zeros.
        if (m_isCut || (m_live && isDamaged(*m_live)) || length < m_length)
            return fail(Code::ChangedWhileRead, phrase("the file became shorter while it was read"),
                {.file = m_displayPath});
        // What a longer file has more was appended, unless it begins otherwise than before.
        const bool isWritten
            = isSame && (now.st_mtim.tv_sec != m_written.tv_sec || now.st_mtim.tv_nsec != m_written.tv_nsec);
        if (isWritten && (length == m_length || !beginsAsBefore()))
            return fail(Code::ChangedWhileRead, phrase("the file was written to while it was read"),
                {.file = m_displayPath});
        return {};
    }

    void dropBehind(ByteSpan part) const override
    {
        if (!m_address)
            return;
        // The page of the first byte too, of which a part before kept its share: the kernel reads pages again
        // should anybody ask.
        const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(part.data()) / page * page;
        const std::uintptr_t end
            = (reinterpret_cast<std::uintptr_t>(part.data()) + part.size()) / page * page;
        if (begin < end)
            ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
    }

private:
    /// The bytes of a mapping are those of the file now; a copy is compared with them.
    bool beginsAsBefore() const
    {
        if (m_address)
            return std::ranges::equal(m_head, span().first(m_head.size()));
        const ByteSpan before = span().first(std::min(m_length, kHeadBytes));
        std::array<std::byte, kHeadBytes> now;
        const UniqueFd file = openAgain();
        const auto got = file ? readAt(file.get(), std::span(now).first(before.size()), 0, m_displayPath)
                              : Result<std::size_t>(0);
        return got && std::ranges::equal(before, ByteSpan(now).first(*got));
    }

    std::string m_path;
    std::string m_displayPath;
    dev_t m_device;
    ino_t m_inode;
    std::size_t m_length;
    timespec m_written, m_changed;
    std::vector<std::byte> m_head; ///< as it was
    void* m_address = nullptr;
    LiveMapping* m_live = nullptr;
    std::vector<std::byte> m_copy; ///< where nothing is mapped
    bool m_isCut = false;          ///< the file was shorter already when it was copied
};

Result<Bytes> readWhole(const RegularFile& file, const std::string& displayPath)
{
    std::vector<std::byte> buffer(file.size());
    TRY_ASSIGN(const std::size_t got, readAt(file.fd.get(), buffer, 0, displayPath));
    buffer.resize(got);
    return Bytes::fromVector(std::move(buffer));
}

Result<Bytes> mapOpened(const RegularFile& file, const std::string& path, const std::string& displayPath,
    std::uint64_t mostCopied)
{
    if (file.size() == 0)
        return Bytes();
    auto mapping = std::make_shared<Mapping>(path, displayPath, file.info);
    if (file.size() <= mostCopied) {
        TRY_VOID(mapping->copy(file.fd.get()));
        return Bytes(mapping->span(), mapping);
    }
    const int problem = mapping->map(file.fd.get());
    if (problem == ENODEV) // some network and user-space file systems cannot map
        return readWhole(file, displayPath);
    if (problem != 0)
        return fail(systemError(problem, phrase("mapping"), {.file = displayPath}));
    const ByteSpan span = mapping->span();
    return Bytes(span, std::move(mapping));
}

Result<Bytes> bytesOf(const std::string& path, const std::string& displayPath, std::uint64_t mostCopied)
{
    // What may be copied was listed as a file of a dump, of which there are very many.
    const bool isListed = mostCopied > 0 && path.size() < PATH_MAX;
    TRY_ASSIGN(const RegularFile file,
        isListed ? openListedFile(AT_FDCWD, path.c_str(), displayPath) : openRegularFile(path, displayPath));
    try {
        return mapOpened(file, path, displayPath, mostCopied);
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, phrase("no memory to read the file"), {.file = displayPath});
    }
}

} // namespace

Result<Bytes> mapFile(const std::string& path, const std::string& displayPath)
{
    return bytesOf(path, displayPath, 0);
}

Result<Bytes> mapOrCopyFile(const std::string& path, const std::string& displayPath)
{
    return bytesOf(path, displayPath, kCopiedBytes);
}

std::optional<std::uint64_t> offsetInFile(const Bytes& bytes)
{
    const auto* const mapping = dynamic_cast<const Mapping*>(bytes.owner().get());
    if (!mapping || bytes.isEmpty())
        return std::nullopt;
    return static_cast<std::uint64_t>(bytes.data() - mapping->span().data());
}

bool ByteIdentity::isSame(const ByteIdentity& other) const
{
    const auto fields = [](const ByteIdentity& one) {
        return std::tie(one.path, one.device, one.inode, one.fileBytes, one.offset, one.mtimeNs, one.ctimeNs,
            one.begin, one.size);
    };
    if (fields(*this) != fields(other))
        return false;
    const auto mine = owner.lock();
    return begin == nullptr || (mine && mine == other.owner.lock());
}

ByteIdentity identityOf(const Bytes& bytes)
{
    ByteIdentity identity;
    identity.size = bytes.size();
    if (const auto* const mapping = dynamic_cast<const Mapping*>(bytes.owner().get())) {
        mapping->fill(identity);
        identity.offset = offsetInFile(bytes).value_or(0);
    } else {
        identity.owner = bytes.owner();
        identity.begin = bytes.data();
    }
    return identity;
}

std::shared_ptr<const ForwardReading> ForwardReading::of(const Bytes& bytes)
{
    const auto* const mapping = dynamic_cast<const Mapping*>(bytes.owner().get());
    if (!mapping || bytes.size() < kSequentialBytes)
        return nullptr;
    UniqueFd file = mapping->openAgain();
    if (!file)
        return nullptr;
    return std::make_shared<const ForwardReading>(bytes, std::move(file), *offsetInFile(bytes));
}

ForwardReading::ForwardReading(Bytes bytes, UniqueFd file, std::uint64_t offset)
    : m_bytes(std::move(bytes))
    , m_file(std::move(file))
    , m_offset(offset)
{
}

void ForwardReading::copy(std::uint64_t offset, std::span<std::byte> into) const
{
    const Result<std::size_t> got = readAt(m_file.get(), into, m_offset + offset, {});
    const std::size_t done = got ? *got : 0;
    std::ranges::copy(m_bytes.span().subspan(offset + done, into.size() - done),
        into.begin() + static_cast<std::ptrdiff_t>(done));
}

ScatteredReading::ScatteredReading(const Bytes& bytes)
    : m_bytes(bytes)
{
    if (const auto* const mapping = dynamic_cast<const Mapping*>(m_bytes.owner().get()))
        mapping->advise(MADV_RANDOM);
}

ScatteredReading::~ScatteredReading()
{
    if (const auto* const mapping = dynamic_cast<const Mapping*>(m_bytes.owner().get()))
        mapping->advise(mapping->span().size() >= kSequentialBytes ? MADV_SEQUENTIAL : MADV_NORMAL);
}

} // namespace dumpscope::core
