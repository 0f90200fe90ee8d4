// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/posix_file.h"
#include "model/stored_index.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace dumpscope::core {

/// Finished indexes of folders in files of the user, so that opening a dump again costs a look at each of its
/// files, not reading them. One is used whole, where neither a file nor a folder changed since it was read:
/// device, inode, size, mtime and ctime are the same; or not at all. Only the build that wrote it reads it.
/// What cannot be kept is read again each time: files and archives opened by themselves, folders with links,
/// what cannot be read, and files that changed less than `settled` before. Nothing here fails: a damaged
/// index, a full disk or a folder that is not ours alone means that dumps are read. Thread-safe; other
/// processes may use the same folder.
class KeptIndexes {
public:
    struct Limits {
        std::uint64_t mostBytes = std::uint64_t {2} << 30; ///< of all indexes; the oldest in use go first
        std::uint64_t partOfDisk = 20;                     ///< nor more than this part of the file system
        std::size_t leastEntries = 1000;                   ///< files and rows: below, reading is as fast
        std::chrono::nanoseconds settled = std::chrono::seconds(2); ///< clocks of file systems may be coarse
    };

    /// `folder` is made when there is something to keep, for the user alone.
    explicit KeptIndexes(std::string folder);
    KeptIndexes(std::string folder, Limits limits);

    /// The index of a folder, if nothing changed there; problems of its opening go to the task. Null: it is
    /// to be read. Errors: Code::Cancelled.
    [[nodiscard]] Result<std::shared_ptr<const DumpIndex>> find(const std::shared_ptr<const FileTree>& tree,
        const std::shared_ptr<const FormatRegistry>& formats, TaskContext& task) const;
    /// Keeps an index whose opening began at `begun`.
    void keep(const DumpIndex& index, const IndexOrigin& origin, std::chrono::nanoseconds begun) const;

    struct Use {
        std::size_t indexes = 0;
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] Use use() const;
    /// Removes all indexes; how many there were.
    Use clear() const;
    [[nodiscard]] const std::string& folder() const { return m_folder; }

private:
    [[nodiscard]] std::uint64_t mostBytes(int folder) const;
    void makeRoom(int folder, std::uint64_t bytes) const;

    std::string m_folder;
    Limits m_limits;
};

/// Those of the user: `dumpscope` below XDG_CACHE_HOME, else below ~/.cache. The programs pass the variables
/// XDG_CACHE_HOME and HOME in; a relative XDG_CACHE_HOME does not count. Null where neither is known.
[[nodiscard]] std::shared_ptr<const KeptIndexes> keptIndexes(const char* cacheHome, const char* home);
/// The variable of the environment that, with any text, keeps programs from using them.
inline constexpr const char* kNoCacheVariable = "DUMPSCOPE_NO_CACHE";

/// Now, in nanoseconds since 1970, as file systems count.
[[nodiscard]] std::chrono::nanoseconds timeOfDay();

} // namespace dumpscope::core
