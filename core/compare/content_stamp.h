// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <mutex>
#include <string>
#include <unordered_map>

namespace dumpscope::core {

/// What tells that a file on disk still holds what was read from it: its inode, the time the inode changed
/// (which no program can set, unlike the file's own time) and a CRC-32 of its first, middle and last 4 KiB.
/// Other bytes with equal stamps: written within one tick of the file system's clock, far from the samples.
/// Empty where there is no regular file or it cannot be read.
[[nodiscard]] std::string fileStamp(const std::string& path);

/// What tells that everything below a root is the same as long as one file is: the stamp of the archive it
/// is or lies in. Empty for folders, whose files are told apart one by one.
[[nodiscard]] std::string rootStamp(const std::string& root);

/// What tells that the tensors of a comparison are still those that were measured. Files are looked at when
/// they are first asked for, which is before they are read: what changes later never counts as measured.
/// Thread-safe.
class ContentStamps {
public:
    /// The values and texts themselves of what was read with the index (statistics); the stamp, size and time
    /// of a file that is still to be read.
    [[nodiscard]] std::string of(const DumpIndex& index, TensorId id);

private:
    [[nodiscard]] std::string ofFile(const DumpIndex& index, FileId id);

    std::mutex m_mutex;
    std::unordered_map<std::string, std::string> m_files; ///< by full path
};

} // namespace dumpscope::core
