// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/spool_file.h"

#include "io/kernel_calls.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

Failure spoolFailure(Message what)
{
    return fail(systemError(errno, std::move(what)));
}

Result<void> writeAt(int fd, ByteSpan bytes, std::uint64_t offset)
{
    while (!bytes.empty()) {
        const ssize_t done = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return spoolFailure(phrase("keeping unpacked data"));
        offset += static_cast<std::uint64_t>(done);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return {};
}

class SpoolMapping : public ByteOwner {
public:
    SpoolMapping(void* address, std::size_t length)
        : m_address(address)
        , m_length(length)
    {
    }
    SpoolMapping(const SpoolMapping&) = delete;
    SpoolMapping& operator=(const SpoolMapping&) = delete;
    ~SpoolMapping() override { ::munmap(m_address, m_length); }

private:
    void* m_address;
    std::size_t m_length;
};

} // namespace

Result<void> SpoolFile::prepare(std::uint64_t more)
{
    if (!m_fd) {
        m_fd = makeMemoryFile(m_folder);
        if (!m_fd)
            return spoolFailure(phrase("making room for unpacked data"));
    }
    if (!m_settled && m_size + more > m_memoryBytes) {
        m_settled = true;
        return moveToDisk();
    }
    return {};
}

Result<void> SpoolFile::moveToDisk()
{
    UniqueFd disk = openAt(AT_FDCWD, m_folder, O_TMPFILE | O_RDWR | O_EXCL);
    if (!disk)
        return {}; // no such place, or a file system without nameless files: memory it is
    ::fchmod(disk.get(), S_IRUSR | S_IWUSR);
    std::vector<std::byte> buffer(std::min<std::uint64_t>(std::max<std::uint64_t>(m_size, 1), 1U << 20));
    for (std::uint64_t offset = 0; offset < m_size;) {
        TRY_ASSIGN(const std::size_t got, readAt(m_fd.get(), buffer, offset, "unpacked data"));
        if (got == 0)
            break; // zeros at the end that were never written
        TRY_VOID(writeAt(disk.get(), ByteSpan(buffer).first(got), offset));
        offset += got;
    }
    if (::ftruncate(disk.get(), static_cast<off_t>(m_size)) != 0)
        return spoolFailure(phrase("keeping unpacked data"));
    m_fd = std::move(disk);
    return {};
}

Result<void> SpoolFile::write(ByteSpan bytes)
{
    TRY_VOID(prepare(bytes.size()));
    TRY_VOID(writeAt(m_fd.get(), bytes, m_size));
    m_size += bytes.size();
    return {};
}

Result<void> SpoolFile::writeZeros(std::uint64_t count)
{
    TRY_VOID(prepare(count));
    if (::ftruncate(m_fd.get(), static_cast<off_t>(m_size + count)) != 0)
        return spoolFailure(phrase("keeping unpacked data"));
    m_size += count;
    return {};
}

Result<Bytes> SpoolFile::map() const
{
    if (m_size == 0)
        return Bytes();
    void* address = ::mmap(nullptr, m_size, PROT_READ, MAP_SHARED, m_fd.get(), 0);
    if (address == MAP_FAILED)
        return spoolFailure(phrase("mapping unpacked data"));
    auto owner = std::make_shared<const SpoolMapping>(address, m_size);
    return Bytes({static_cast<const std::byte*>(address), m_size}, std::move(owner));
}

} // namespace dumpscope::core
