// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/directory_walker.h"
#include "io/file_identity.h"
#include "io/source.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace dumpscope::core {

/// Reads the beginnings of many files of a tree, which is quickest for those of one folder one after the
/// other. The tree must outlive it. Not thread-safe.
class HeadReader {
public:
    struct Head {
        ByteSpan bytes;    ///< valid until the next call
        FileIdentity file; ///< when it was opened; of a member of an archive only the size
    };

    virtual ~HeadReader() = default;
    /// The first `length` bytes of a file that `walk` has reported, fewer at its end; `size` as far as it was
    /// reported. Errors: those of Source.
    [[nodiscard]] virtual Result<Head> read(
        const std::string& relativePath, std::optional<std::uint64_t> size, std::uint64_t length)
        = 0;
    /// Of a file that cannot be read; zeros if nobody knows.
    [[nodiscard]] virtual FileIdentity look(const std::string&) { return {}; }
};

/// The files of one opened root: a directory on disk, a single file, or the members of an archive.
/// Thread-safe after `walk`.
class FileTree {
public:
    virtual ~FileTree() = default;
    /// What the user opened: an absolute path (for an archive, of the archive file).
    [[nodiscard]] virtual const std::string& root() const = 0;
    /// Root is a single file; its relative path is its name.
    [[nodiscard]] virtual bool isSingleFile() const { return false; }
    /// Reports every regular file as walkDirectory does, without its size if `sizesLater` and if that saves
    /// time. One call at a time.
    [[nodiscard]] virtual Result<void> walk(
        bool sizesLater, TaskContext& task, const std::function<Result<void>(WalkedBatch&&)>& onBatch)
        = 0;
    /// Source of a file that `walk` has reported. It may outlive the tree. `stop` ends reading it where that
    /// may take long (Code::Cancelled).
    [[nodiscard]] virtual std::unique_ptr<Source> open(
        const std::string& relativePath, std::uint64_t size, const std::stop_token& stop = {}) const = 0;
    [[nodiscard]] virtual std::unique_ptr<HeadReader> heads() const;
    /// Path that layouts match against: the root's own components and the relative folder.
    [[nodiscard]] virtual std::string absoluteFolder(const std::string& relativeFolder) const = 0;
};

/// A directory, a single regular file, or an archive (`dump.zip`) and what lies in it
/// (`dump.tar.gz/rank_0/Net`). Errors: the path does not exist or cannot be read, Code::Unsupported for other
/// files; the content of an archive is known only after `walk`.
[[nodiscard]] Result<std::shared_ptr<FileTree>> openFileTree(const std::string& path);

} // namespace dumpscope::core
