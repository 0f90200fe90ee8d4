// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"
#include "readers/format_registry.h"

#include <functional>
#include <memory>
#include <string>

namespace dumpscope::core {

/// A file as known from its name alone, while the walk is still going on.
struct NamedFile {
    std::string path; ///< relative
    std::uint64_t size = 0;
    std::string opType, opName;
    Io io = Io::Unknown;
    std::int32_t slot = -1;
    std::uint64_t timestamp = 0;
};

struct OpenOptions {
    bool readHeaders = true; ///< false: names and sizes only
    /// First rows while walking (names and sizes), in batches of at least 4096 files or 100 ms.
    /// Called on the thread that runs the open.
    std::function<void(std::vector<NamedFile>&&)> onNames = {};
};

/// Opens a directory or a single file: walk, names, claims by readers, headers, index. Files that
/// nobody claims and files that are damaged are rows or problems, never errors. Errors: the root
/// does not exist or cannot be listed, or the task was cancelled.
[[nodiscard]] Result<std::shared_ptr<const DumpIndex>> openDump(const std::string& path,
    std::shared_ptr<const FormatRegistry> formats, const OpenOptions& options, TaskContext& task);

} // namespace dumpscope::core
