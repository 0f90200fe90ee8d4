// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace dumpscope::core {

/// Owns a file descriptor; -1 is none. Closing keeps errno.
class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd)
        : m_fd(fd)
    {
    }
    UniqueFd(UniqueFd&& other) noexcept
        : m_fd(std::exchange(other.m_fd, -1))
    {
    }
    UniqueFd& operator=(UniqueFd&& other) noexcept
    {
        if (this != &other) {
            reset();
            m_fd = std::exchange(other.m_fd, -1);
        }
        return *this;
    }
    ~UniqueFd() { reset(); }

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] int release() { return std::exchange(m_fd, -1); }
    explicit operator bool() const { return m_fd >= 0; }
    void reset();

private:
    int m_fd = -1;
};

/// openat that is repeated after signals. Paths that are too long for one call are opened piece by piece. On
/// failure the result is empty and errno says why.
[[nodiscard]] UniqueFd openAt(int directory, std::string_view path, int flags);

/// "a directory", "a FIFO", "a socket", "a device", "a link" or "a file".
[[nodiscard]] Form<0> modeWords(mode_t mode);

struct RegularFile {
    UniqueFd fd;
    struct stat info = {};
    [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(info.st_size); }
};

/// Opens for reading; never blocks. Errors: Code::Unsupported for directories, FIFOs and devices, which are
/// not opened; the system's reason.
[[nodiscard]] Result<RegularFile> openRegularFile(const std::string& path, const std::string& displayPath);

/// As openRegularFile, of a name of an open directory that a moment ago was a regular file: it is not looked
/// at before it is opened.
[[nodiscard]] Result<RegularFile> openListedFile(
    int directory, const char* name, const std::string& displayPath);

/// Reads a whole file. Errors: those of openRegularFile, Code::Limit above `mostBytes`.
[[nodiscard]] Result<std::string> readSmallFile(const std::string& path, std::size_t mostBytes);

/// Fills `buffer` from `offset`; returns less only at the end of the file.
[[nodiscard]] Result<std::size_t> readAt(
    int fd, std::span<std::byte> buffer, std::uint64_t offset, const std::string& displayPath);

} // namespace dumpscope::core
