// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/live_dump.h"
#include "model/dump_file.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace dumpscope::core {

/// A folder of a dump that is being written.
struct LiveFolder {
    FolderFacts facts;
    NameMap names;
};

/// What is known of a file of a dump that is being written.
struct LiveFile {
    using Clock = std::chrono::steady_clock;

    const LiveFolder* folder = nullptr; ///< not owned
    std::uint64_t size = 0;             ///< bytes, as last seen
    std::int64_t mtimeNs = 0;
    std::uint64_t readSize = 0; ///< as it was read
    std::int64_t readMtimeNs = -1;
    Clock::time_point found, changed, read; ///< `read`: the last time, or when it was found
    Clock::duration cost {};                ///< of reading it
    bool isClosed = false;                  ///< no writer since its last change
    bool isHalfWritten = false;
    bool isOld = false; ///< was there before the dump began: not reported
    bool isReported = false;
    std::size_t reportedTensors = 0, reportedRows = 0; ///< when it was complete
    std::shared_ptr<const DumpFileOutcome> outcome;

    [[nodiscard]] bool hasChanged() const { return size != readSize || mtimeNs != readMtimeNs; }
};

using LiveFiles = std::map<std::string, LiveFile, std::less<>>; ///< by relative path

/// Name of a file, or what the name map of its folder says instead.
[[nodiscard]] std::string liveName(const std::string& path, const LiveFile& file);
/// Whether the file of `size` bytes ends too early, as files do whose writer has not finished.
[[nodiscard]] bool looksCut(const DumpFileOutcome& outcome, std::uint64_t size);

/// Adds what is new in a file to a batch and the counts: tensors, rows, records of overflows, values that are
/// not finite. `mayScan`: there is time to read values.
void reportLiveFile(const FileTree& tree, const FormatRegistry& formats, const std::string& path,
    LiveFile& file, bool mayScan, TaskContext& task, LiveBatch& batch, LiveProgress& progress);

/// The index of all files as they were last read.
[[nodiscard]] Result<std::shared_ptr<const DumpIndex>> makeLiveIndex(
    const std::shared_ptr<const FileTree>& tree, const std::shared_ptr<const FormatRegistry>& formats,
    const LiveFiles& files, const Arena& arena);

} // namespace dumpscope::core
