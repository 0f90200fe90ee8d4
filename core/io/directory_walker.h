// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/file_identity.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace dumpscope::core {

enum class EntryKind : std::uint8_t { File, Directory, Other };

struct WalkedFile {
    std::string name;       ///< bytes as on disk
    std::uint64_t size = 0; ///< bytes
    std::int64_t mtimeNs = 0;
    bool isSized = true; ///< else size and time are not known: WalkOptions::sizesLater
};

/// Directories with more entries are not sorted: their first batch must not wait for their last name.
inline constexpr std::size_t kSortLimit = 262'144;

/// A directory's part of the walk. Big directories arrive in several batches with the same path; `last` marks
/// the final one. Files are in natural name order within a directory when the directory has at most
/// `sortLimit` entries, else in the order of the file system.
struct WalkedBatch {
    std::string directory; ///< relative to the root, '/'-separated, "" for the root itself
    FileIdentity folder;   ///< before it was listed
    std::vector<WalkedFile> files;
    bool first = true;
    bool last = true;
};

struct WalkOptions {
    std::size_t batchFiles = 4096; ///< files per batch
    std::size_t sortLimit = kSortLimit;
    std::size_t maxDepth = 64; ///< deeper directories are reported (limit) and skipped
    /// Not to look at files whose listing says that they are regular ones, but at one of each batch: who
    /// reads their beginnings learns their sizes on the way. Files that are gone by then are still reported.
    bool sizesLater = false;
};

/// Walks `root` (absolute or relative path of a directory) depth first with openat/getdents, and reports
/// every regular file with its size, once: the target of a link inside the root is found by its own path
/// (hint, duplicate), links out of the root are reported and not followed (warning, unsupported), nor are
/// links to the root or a directory above them (warning, cycle). The root itself may be a link. Directories
/// named kRunFolder are left out. `onBatch` is called on the calling thread, in an order that does not depend
/// on the number of threads. Entries that cannot be read become diagnostics (permission, vanished, cycle,
/// unsupported for FIFOs, sockets, devices) and never abort the walk. Sizes are fetched on the arena's
/// threads. An error is returned only when the root itself cannot be listed or the task was cancelled.
[[nodiscard]] Result<void> walkDirectory(const std::string& root, const WalkOptions& options,
    TaskContext& task, const std::function<Result<void>(WalkedBatch&&)>& onBatch);

} // namespace dumpscope::core
