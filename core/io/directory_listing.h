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
    unsigned char type = 0; ///< DT_… as the file system said it, may be DT_UNKNOWN
    int problem = 0;        ///< errno of the look at it
    bool isLink = false;
    mode_t mode = 0;
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;
    dev_t device = 0;
    ino_t inode = 0;
};

/// Reads the names of an open directory piece by piece, without "." and "..".
class DirectoryListing {
public:
    /// `buffer` is borrowed; it is reused from directory to directory.
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

/// Follows links. Files are looked at on the arena's threads when there are many.
[[nodiscard]] Result<void> statEntries(
    int directory, std::vector<ListedEntry>& entries, std::size_t begin, std::size_t end, TaskContext& task);

/// Natural order of names.
void sortNaturally(std::vector<ListedEntry>& entries);

} // namespace dumpscope::core
