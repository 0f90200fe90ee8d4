// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/format_registry.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Finds out which of the folders below an opened one are dumps of their own, as where a parent of many runs
/// is opened. Not thread-safe.
class RunFolders {
public:
    /// The registry must outlive this.
    explicit RunFolders(const FormatRegistry& formats)
        : m_formats(formats)
    {
    }

    /// A folder with files: `path` relative to the opened one, and absolute.
    void add(
        std::uint32_t folder, std::string_view path, std::string_view absolute, const FolderFacts& facts);
    /// A file of the folder that was added last.
    void addFile(std::string_view name);

    struct Run {
        std::uint32_t folder = 0;
        /// Of the dump it is in, below the folder that all of them are in: whatever level was opened.
        std::string path;
    };
    /// Folders of dumps beside one another that hold the same rank and step, or arrays of the same names;
    /// empty where all are parts of one dump.
    [[nodiscard]] std::vector<Run> runs() const;

private:
    /// A folder of a layout.
    struct Folder {
        std::uint32_t folder = 0;
        std::string root; ///< relative; what is above the opened folder is the opened folder
        FolderFacts facts;
    };
    /// A folder without one.
    struct PlainFolder {
        std::uint32_t folder = 0;
        std::string path;
        std::uint64_t arrays = 0, names = 0; ///< how many, and a digest of what they are called
    };
    [[nodiscard]] std::string_view rootOf(std::string_view absolute, const FolderFacts& facts) const;
    [[nodiscard]] std::vector<Run> runsOfLayouts() const;
    [[nodiscard]] std::vector<Run> plainRuns() const;

    const FormatRegistry& m_formats;
    std::vector<Folder> m_folders;
    std::vector<PlainFolder> m_plain;
    bool m_isPlain = false;         ///< the last one added
    mutable std::string m_lastRoot; ///< absolute
};

} // namespace dumpscope::core
