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

    struct Run {
        std::uint32_t folder = 0;
        std::string path; ///< of the dump it is in, relative to the opened folder
    };
    /// Folders of dumps beside one another that hold the same rank and step; empty where all are parts of one
    /// dump.
    [[nodiscard]] std::vector<Run> runs() const;

private:
    [[nodiscard]] std::string_view rootOf(std::string_view absolute, const FolderFacts& facts) const;

    struct Folder {
        std::uint32_t folder = 0;
        std::string root; ///< relative; what is above the opened folder is the opened folder
        FolderFacts facts;
    };
    const FormatRegistry& m_formats;
    std::vector<Folder> m_folders;
    mutable std::string m_lastRoot; ///< absolute
};

} // namespace dumpscope::core
