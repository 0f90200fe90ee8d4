// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <sys/stat.h>

namespace dumpscope::core {

/// What the system says of a file or folder that changes with its content. Programs can set the time of the
/// content (mtime) but not that of the inode (ctime).
struct FileIdentity {
    std::uint64_t device = 0, inode = 0;
    std::uint64_t size = 0; ///< bytes
    std::int64_t mtimeNs = 0, ctimeNs = 0;

    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

[[nodiscard]] inline std::int64_t nanoseconds(const struct timespec& time)
{
    return std::int64_t {time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

[[nodiscard]] inline FileIdentity fileIdentity(const struct stat& info)
{
    return {info.st_dev, info.st_ino, static_cast<std::uint64_t>(info.st_size > 0 ? info.st_size : 0),
        nanoseconds(info.st_mtim), nanoseconds(info.st_ctim)};
}

} // namespace dumpscope::core
