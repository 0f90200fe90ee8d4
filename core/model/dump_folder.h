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

/// An opening that may be stopped and goes on later where it stopped.
class DumpOpening {
public:
    DumpOpening(std::string path, std::shared_ptr<const FormatRegistry> formats);
    ~DumpOpening();

    /// As `openDump`. After Code::Cancelled it may be called again: files that were read are not read
    /// again; a listing that was stopped starts over. Once it succeeded there is nothing left to do.
    [[nodiscard]] Result<std::shared_ptr<const DumpIndex>> run(const OpenOptions& options, TaskContext& task);
    /// How far it came before it was stopped; 0 while not all files are known.
    [[nodiscard]] std::size_t readFiles() const;
    [[nodiscard]] std::size_t files() const;
    /// What was read, as an index that says among its problems how much is missing; when files were read.
    [[nodiscard]] Result<std::shared_ptr<const DumpIndex>> soFar(const Arena& arena) const;

private:
    class Work;
    std::string m_path;
    std::shared_ptr<const FormatRegistry> m_formats;
    std::unique_ptr<Work> m_work;
};

/// Opens a directory or a single file: walk, names, claims by readers, headers, index. Files that
/// nobody claims and files that are damaged are rows or problems, never errors. Errors: the root
/// does not exist or cannot be listed, or the task was cancelled.
[[nodiscard]] Result<std::shared_ptr<const DumpIndex>> openDump(const std::string& path,
    std::shared_ptr<const FormatRegistry> formats, const OpenOptions& options, TaskContext& task);

} // namespace dumpscope::core
