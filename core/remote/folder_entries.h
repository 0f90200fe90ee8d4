// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/bytes.h"
#include "io/piece_file.h"
#include "readers/format_registry.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dumpscope::core {

/// One name of a folder, for choosing a dump.
struct FolderEntry {
    std::string name;
    bool isFolder = false;
    std::uint64_t size = 0;   ///< bytes of a file
    std::int64_t mtimeNs = 0; ///< since 1970; 0: of a folder, which is not looked at
    /// Format of the file, or of the first file of the folder that has one; empty: none is known.
    Message kind;

    bool operator==(const FolderEntry&) const = default;
};

struct FolderEntries {
    std::string folder; ///< absolute
    /// Folders first, each in natural order; without links that lead nowhere, devices and pipes.
    std::vector<FolderEntry> entries;
    std::uint64_t leftOut = 0; ///< entries beyond the first kMostFolderEntries

    bool operator==(const FolderEntries&) const = default;
};
inline constexpr std::size_t kMostFolderEntries = 10000;

/// What lies in a folder of this machine. Looks into the first bytes of some files; formats of the others
/// stay unknown. Errors: the system's reason, Code::Cancelled.
[[nodiscard]] Result<FolderEntries> entriesOf(
    const std::string& folder, const FormatRegistry& formats, TaskContext& task);

class RemoteLinks;
/// What lies in a folder "ssh://[user@]host[:port]/path" of another machine, which looks into it. Errors:
/// those of openRemoteDump.
[[nodiscard]] Result<FolderEntries> entriesThere(
    const std::string& place, RemoteLinks& links, TaskContext& task);

/// The same as bytes for a program of the same build on another machine. Errors: those of the sink.
[[nodiscard]] Result<void> writeFolderEntries(const FolderEntries& entries, const ByteSink& sink);
/// Any bytes may be read. Errors: Code::BadSyntax for what is no list, Code::Unsupported for one of another
/// build.
[[nodiscard]] Result<FolderEntries> readFolderEntries(ByteSpan bytes);

} // namespace dumpscope::core
