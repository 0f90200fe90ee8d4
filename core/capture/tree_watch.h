// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/posix_file.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// A file that was found while listing a folder.
struct SeenFile {
    std::string path;       ///< relative to the root
    std::uint64_t size = 0; ///< bytes
    std::int64_t mtimeNs = 0;
};

/// Watches a folder and all below it (inotify), also what is made later. A new folder is watched before it is
/// listed, so that nothing in it is missed; a file may be reported twice. Links are not followed. Not
/// thread-safe.
class TreeWatch {
public:
    struct Change {
        enum class Kind : std::uint8_t {
            Changed, ///< a file was made or written to
            Closed,  ///< a writer has closed it, or it was moved here
            Gone,
            FolderGone, ///< with all in it
            Lost,       ///< the system dropped changes: call `list`
        };
        Kind kind;
        std::string path;
    };

    /// `ignored`: name of a folder in the root that is left out. Errors: the system's reason; too few watches
    /// are none (`isBlind`).
    [[nodiscard]] static Result<TreeWatch> open(std::string root, std::string ignored);

    [[nodiscard]] int fd() const { return m_fd.get(); }
    /// Appends what happened, without waiting; files of new folders are appended to `seen`.
    void read(std::vector<Change>& changes, std::vector<SeenFile>& seen);
    /// All files that are there. Folders that are not watched yet are from then on.
    [[nodiscard]] std::vector<SeenFile> list();
    /// The system gives no more watches: some folders must be listed again and again.
    [[nodiscard]] bool isBlind() const { return m_isBlind; }

private:
    TreeWatch(UniqueFd fd, std::string root, std::string ignored);
    void take(int watch, std::uint32_t mask, std::string_view name, std::vector<Change>& changes,
        std::vector<SeenFile>& seen);
    void watchAndList(const std::string& folder, std::vector<SeenFile>& seen);
    void forget(const std::string& folder);

    UniqueFd m_fd;
    std::string m_root, m_ignored;
    std::unordered_map<int, std::string> m_folderOf;
    std::map<std::string, int> m_watchOf; ///< by folder; ordered, so that a subtree is a range
    bool m_isBlind = false;
};

} // namespace dumpscope::core
