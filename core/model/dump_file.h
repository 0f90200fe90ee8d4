// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/file_tree.h"
#include "readers/format_registry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace dumpscope::core {

class DumpIndexBuilder;

/// Files with long names are stored under numbers; the real names are in `mapping.csv` beside them.
inline constexpr std::string_view kNameMapFile = "mapping.csv";
using NameMap = std::unordered_map<std::string, std::string>; ///< stored name to real name
/// The name map of a folder (relative path); empty where there is none. Problems are added to `diagnostics`.
[[nodiscard]] NameMap readNameMap(const FileTree& tree, const std::string& folder, Diagnostics& diagnostics);

/// A file of a dump that is to be read. Refers to what the caller owns.
struct DumpFile {
    const std::string& path; ///< relative
    std::string_view name;   ///< of the file, or the real name from the name map
    std::uint64_t size = 0;
    const FolderFacts& folder;
    const NameFacts& facts; ///< of `name`
};

/// Result of reading it.
struct DumpFileOutcome {
    std::uint8_t reader = 255;  ///< index into the registry's readers; 255: none claims it
    Message whyNot;             ///< the reasons of all readers, if none claims it
    std::optional<Error> error; ///< it cannot be read at all
    FileContents contents;
};

/// Finds the reader with the best claim and reads the file's headers with it. `head`: its first
/// min(size, kProbeBytes) bytes, or why they cannot be read. Thread-safe.
[[nodiscard]] DumpFileOutcome readDumpFile(const FileTree& tree, const FormatRegistry& formats,
    const DumpFile& file, const Result<ByteSpan>& head, TaskContext& task);
/// The same with bytes read for it alone.
[[nodiscard]] DumpFileOutcome readDumpFile(
    const FileTree& tree, const FormatRegistry& formats, const DumpFile& file, TaskContext& task);

/// Adds the outcome to an index, and its problems to `diagnostics`.
void addDumpFile(DumpIndexBuilder& builder, FileId id, const DumpFile& file, DumpFileOutcome&& outcome,
    Diagnostics& diagnostics);

} // namespace dumpscope::core
