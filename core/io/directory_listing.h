// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <sys/stat.h>

namespace dumpscope::core {

/// One name of a directory and, after `statEntries`, what it leads to.
struct ListedEntry {
    std::string name;
    unsigned char type = 0; ///< DT_… from the file system, may be DT_UNKNOWN
    int problem = 0;        ///< errno of stat, 0: none
    bool isLink = false;
    bool isSized = true; ///< false: not looked at, as it is known to be a regular file
    mode_t mode = 0;
    std::uint64_t size = 0; ///< bytes
    std::int64_t mtimeNs = 0;
    dev_t device = 0;
    ino_t inode = 0;
};

/// Reads the names of an open directory piece by piece, without "." and "..".
class DirectoryListing {
public:
    /// Neither `fd` nor `buffer` is owned; the buffer can be reused for the next directory.
    DirectoryListing(int fd, std::vector<std::byte>& buffer)
        : m_fd(fd)
        , m_buffer(buffer)
    {
    }
    /// Appends the next names. Returns how many bytes of names were read: 0 at the end, negative
    /// errno on failure.
    [[nodiscard]] long next(std::vector<ListedEntry>& entries);

private:
    int m_fd;
    std::vector<std::byte>& m_buffer;
};

/// Fills in entries [begin, end), following links, on the arena's threads when there are many. Errors:
/// Code::Cancelled; failures of single entries are in `problem`.
[[nodiscard]] Result<void> statEntries(
    int directory, std::vector<ListedEntry>& entries, std::size_t begin, std::size_t end, TaskContext& task);
/// The same without looking at regular files, as long as one of them can be looked at.
[[nodiscard]] Result<void> statOtherEntries(
    int directory, std::vector<ListedEntry>& entries, std::size_t begin, std::size_t end, TaskContext& task);

/// Natural order of names.
void sortNaturally(std::vector<ListedEntry>& entries);

} // namespace dumpscope::core
