// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <mutex>
#include <string>
#include <unordered_map>

namespace dumpscope::core {

/// Shows whether a file on disk still holds what was read from it: its inode, the time the inode changed
/// (which no program can set, unlike the file's own time) and a CRC-32 of its first, middle and last 4 KiB.
/// Undetected: changes within one tick of the file system's clock, outside these samples.
/// Empty where there is no regular file or it cannot be read.
[[nodiscard]] std::string fileStamp(const std::string& path);

/// The stamp of the archive that a root is or lies in: everything below the root is unchanged while it is.
/// Empty for folders, whose files have stamps of their own.
[[nodiscard]] std::string rootStamp(const std::string& root);

/// Shows whether the tensors of a comparison are still those that were measured. A file is stamped when
/// it is first asked for, before it is read: what changes later never counts as measured.
/// Thread-safe.
class ContentStamps {
public:
    /// For what was read with the index (statistics): the values and texts themselves; else stamp, size and
    /// time of the file.
    [[nodiscard]] std::string of(const DumpIndex& index, TensorId id);

private:
    [[nodiscard]] std::string ofFile(const DumpIndex& index, FileId id);

    std::mutex m_mutex;
    std::unordered_map<std::string, std::string> m_files; ///< by full path
};

} // namespace dumpscope::core
