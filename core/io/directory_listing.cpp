// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/directory_listing.h"

#include "io/file_identity.h"
#include "io/kernel_calls.h"
#include "io/natural_order.h"
#include "io/posix_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <dirent.h>
#include <fcntl.h>

namespace dumpscope::core {

namespace {

constexpr std::size_t kStatGrain = 256; // below this, waking threads costs more than it brings

void statEntry(int directory, ListedEntry& entry)
{
    struct stat info = {};
    if (entry.type == DT_UNKNOWN) {
        if (::fstatat(directory, entry.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
            entry.problem = errno;
            return;
        }
        entry.type = static_cast<unsigned char>(IFTODT(info.st_mode));
    }
    entry.isLink = entry.type == DT_LNK;
    if (entry.type != DT_REG && entry.type != DT_LNK) {
        entry.mode = static_cast<mode_t>(DTTOIF(entry.type));
        return;
    }
    if (::fstatat(directory, entry.name.c_str(), &info, 0) != 0) {
        entry.problem = errno;
        return;
    }
    entry.mode = info.st_mode;
    entry.size = static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0));
    entry.mtimeNs = nanoseconds(info.st_mtim);
    entry.device = info.st_dev;
    entry.inode = info.st_ino;
}

} // namespace

long DirectoryListing::next(std::vector<ListedEntry>& entries)
{
    ssize_t got = 0;
    do
        got = readDirectory(m_fd, m_buffer);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return -errno;
    for (std::size_t position = 0; position < static_cast<std::size_t>(got);) {
        const std::byte* record = m_buffer.data() + position;
        std::uint16_t length = 0;
        std::memcpy(&length, record + offsetof(dirent64, d_reclen), sizeof length);
        const std::string_view name = reinterpret_cast<const char*>(record + offsetof(dirent64, d_name));
        if (name != "." && name != "..") {
            ListedEntry& entry = entries.emplace_back();
            entry.name = name;
            entry.type = std::to_integer<unsigned char>(record[offsetof(dirent64, d_type)]);
        }
        position += length;
    }
    return got;
}

Result<void> statEntries(
    int directory, std::vector<ListedEntry>& entries, std::size_t begin, std::size_t end, TaskContext& task)
{
    const auto statRange = [&](std::size_t from, std::size_t to) -> Result<void> {
        for (std::size_t i = from; i < to; ++i)
            statEntry(directory, entries[begin + i]);
        return {};
    };
    if (end - begin <= kStatGrain)
        return statRange(0, end - begin);
    return parallelFor(task.arena, end - begin, kStatGrain, task.stop, statRange);
}

Result<void> statOtherEntries(
    int directory, std::vector<ListedEntry>& entries, std::size_t begin, std::size_t end, TaskContext& task)
{
    const auto isRegular = [](const ListedEntry& entry) { return entry.type == DT_REG; };
    const auto first = entries.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = entries.begin() + static_cast<std::ptrdiff_t>(end);
    const auto probe = std::find_if(first, last, isRegular);
    if (probe == last)
        return statEntries(directory, entries, begin, end, task);
    statEntry(directory, *probe);
    // In a directory that may be listed but not entered no file can be looked at.
    if (probe->problem != 0)
        return statEntries(directory, entries, begin, end, task);
    for (auto entry = first; entry != last; ++entry) {
        if (!isRegular(*entry)) {
            statEntry(directory, *entry);
        } else if (entry != probe) {
            entry->mode = S_IFREG;
            entry->isSized = false;
        }
    }
    return task.checkStop();
}

void sortNaturally(std::vector<ListedEntry>& entries)
{
    std::vector<std::string_view> names;
    names.reserve(entries.size());
    for (const ListedEntry& entry : entries)
        names.push_back(entry.name);
    std::vector<ListedEntry> sorted;
    sorted.reserve(entries.size());
    for (const std::uint32_t index : naturalOrder(names))
        sorted.push_back(std::move(entries[index]));
    entries = std::move(sorted);
}

} // namespace dumpscope::core
