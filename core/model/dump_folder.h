// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"
#include "readers/format_registry.h"

#include <functional>
#include <memory>
#include <string>

namespace dumpscope::core {

class KeptIndexes;

/// A file as known from its name alone, during the walk.
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
    /// Names and sizes during the walk, in batches of at least 4096 files or 100 ms. Called on the thread
    /// that opens.
    std::function<void(std::vector<NamedFile>&&)> onNames = {};
    /// Where a folder that did not change need not be read again; null: everything is read. Then there are no
    /// names during the walk.
    std::shared_ptr<const KeptIndexes> kept = {};
};

/// An opening that can be stopped and continued. Not thread-safe.
class DumpOpening {
public:
    DumpOpening(std::string path, std::shared_ptr<const FormatRegistry> formats);
    ~DumpOpening();

    /// As `openDump`. After Code::Cancelled it may be called again: files that were read are not read
    /// again; a listing that was stopped starts over. Once it succeeded there is nothing left to do.
    [[nodiscard]] Result<std::shared_ptr<const DumpIndex>> run(const OpenOptions& options, TaskContext& task);
    /// Number of files read so far; 0 while not all files are known.
    [[nodiscard]] std::size_t readFiles() const;
    [[nodiscard]] std::size_t files() const;
    /// An index of the files read so far; one of its problems says how much is missing. Call it only if
    /// `readFiles` is not 0.
    [[nodiscard]] Result<std::shared_ptr<const DumpIndex>> soFar(const Arena& arena) const;

private:
    class Work;
    std::string m_path;
    std::shared_ptr<const FormatRegistry> m_formats;
    std::unique_ptr<Work> m_work;
};

/// Opens a directory, an archive or a single file: walk, names, claims by readers, headers, index. Files
/// without a reader and damaged files are rows or problems, never errors. Errors: the root does not exist or
/// cannot be listed; Code::Cancelled.
[[nodiscard]] Result<std::shared_ptr<const DumpIndex>> openDump(const std::string& path,
    std::shared_ptr<const FormatRegistry> formats, const OpenOptions& options, TaskContext& task);

} // namespace dumpscope::core
