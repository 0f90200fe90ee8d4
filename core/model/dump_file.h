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

/// Long names of a folder are stored under numbers; the real ones stand in `mapping.csv` beside them.
inline constexpr std::string_view kNameMapFile = "mapping.csv";
using NameMap = std::unordered_map<std::string, std::string>;
/// Of a folder (relative path); empty where there is none. What is wrong with it goes to `diagnostics`.
[[nodiscard]] NameMap readNameMap(const FileTree& tree, const std::string& folder, Diagnostics& diagnostics);

/// A file of a dump that is to be read. Refers to what the caller owns.
struct DumpFile {
    std::string_view path; ///< relative
    std::string_view name; ///< the file's, or what the name map says instead
    std::uint64_t size = 0;
    const FolderFacts& folder;
};

/// What reading it came to.
struct DumpFileOutcome {
    std::uint8_t reader = 255;  ///< index into the registry's readers; 255: nobody claims it
    Message whyNot;             ///< every reader's reason then
    std::optional<Error> error; ///< it cannot be read at all
    FileContents contents;
};

/// Asks the readers for the file and the best of them for what is in it. Thread-safe.
[[nodiscard]] DumpFileOutcome readDumpFile(
    const FileTree& tree, const FormatRegistry& formats, const DumpFile& file, TaskContext& task);

/// Puts what was read into an index, and problems among the others.
void addDumpFile(DumpIndexBuilder& builder, const FormatRegistry& formats, FileId id, const DumpFile& file,
    DumpFileOutcome&& outcome, Diagnostics& diagnostics);

} // namespace dumpscope::core
