// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/posix_file.h"

#include "base/text.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <limits>

#include <fcntl.h>

namespace dumpscope::core {

namespace {

// One system call takes PATH_MAX bytes including the final zero.
constexpr std::size_t kPieceBytes = PATH_MAX - 1;

UniqueFd openText(int directory, const char* path, int flags)
{
    int fd = -1;
    do
        fd = ::openat(directory, path, flags | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    return UniqueFd(fd);
}

UniqueFd openPiece(int directory, std::string_view path, int flags)
{
    return openText(directory, std::string(path).c_str(), flags);
}

/// Opens the folders at the front of a long path and cuts them off it.
UniqueFd openFront(int directory, std::string_view& path)
{
    UniqueFd current;
    while (path.size() > kPieceBytes) {
        const std::size_t cut = path.rfind('/', kPieceBytes - 1);
        if (cut == std::string_view::npos || cut == 0) {
            errno = ENAMETOOLONG;
            return {};
        }
        current = openPiece(current ? current.get() : directory, path.substr(0, cut), O_PATH | O_DIRECTORY);
        if (!current)
            return {};
        path.remove_prefix(std::min(path.find_first_not_of('/', cut), path.size()));
    }
    return current;
}

} // namespace

void UniqueFd::reset()
{
    if (m_fd < 0)
        return;
    const int saved = errno;
    ::close(std::exchange(m_fd, -1));
    errno = saved;
}

UniqueFd openAt(int directory, std::string_view path, int flags)
{
    if (path.size() <= kPieceBytes)
        return openPiece(directory, path, flags);
    const UniqueFd front = openFront(directory, path);
    return front ? openPiece(front.get(), path, flags) : UniqueFd();
}

Form<0> modeWords(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG:
        return Form<0>("a file");
    case S_IFDIR:
        return Form<0>("a directory");
    case S_IFIFO:
        return Form<0>("a FIFO");
    case S_IFSOCK:
        return Form<0>("a socket");
    case S_IFLNK:
        return Form<0>("a link");
    default:
        return Form<0>("a device");
    }
}

namespace {

Failure notOpened(const std::string& displayPath)
{
    return fail(systemError(errno, phrase("opening"), {.file = displayPath}));
}

Result<void> mustBeRegular(mode_t mode, const std::string& displayPath)
{
    if (S_ISREG(mode))
        return {};
    return fail(Code::Unsupported, phrase("%1, not a regular file", modeWords(mode)), {.file = displayPath});
}

} // namespace

Result<RegularFile> openListedFile(int directory, const char* name, const std::string& displayPath)
{
    RegularFile file;
    file.fd = openText(directory, name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (!file.fd || ::fstat(file.fd.get(), &file.info) != 0)
        return notOpened(displayPath);
    TRY_VOID(mustBeRegular(file.info.st_mode, displayPath));
    return file;
}

Result<RegularFile> openRegularFile(const std::string& path, const std::string& displayPath)
{
    std::string_view rest = path;
    UniqueFd front;
    if (rest.size() > kPieceBytes) {
        front = openFront(AT_FDCWD, rest);
        if (!front)
            return notOpened(displayPath);
    }
    const int directory = front ? front.get() : AT_FDCWD;
    struct stat info = {};
    // Looking first keeps us from waking up the writer of a FIFO or rewinding a tape; the second
    // look is at what was really opened.
    if (::fstatat(directory, rest.data(), &info, 0) != 0)
        return notOpened(displayPath);
    TRY_VOID(mustBeRegular(info.st_mode, displayPath));
    return openListedFile(directory, rest.data(), displayPath);
}

Result<std::size_t> readAt(
    int fd, std::span<std::byte> buffer, std::uint64_t offset, const std::string& displayPath)
{
    constexpr auto kLast = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
    std::size_t done = 0;
    while (done < buffer.size() && offset <= kLast - done) {
        const ssize_t got
            = ::pread(fd, buffer.data() + done, buffer.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(
                systemError(errno, phrase("reading"), {.file = displayPath, .offset = offset + done}));
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

Result<std::string> readSmallFile(const std::string& path, std::size_t mostBytes)
{
    TRY_ASSIGN(const RegularFile file, openRegularFile(path, path));
    if (file.size() > mostBytes)
        return fail(Code::Limit,
            phrase("it is larger than %1, the most that is read of such a file", byteSizeText(mostBytes)),
            {.file = path});
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    TRY_ASSIGN(
        const std::size_t size, readAt(file.fd.get(), std::as_writable_bytes(std::span(text)), 0, path));
    text.resize(size);
    return text;
}

} // namespace dumpscope::core
