// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/directory_walker.h"
#include "io/source.h"

#include <functional>
#include <memory>
#include <string>

namespace dumpscope::core {

/// The files of one opened root: a directory on disk, a single file, or the members of an archive.
/// Thread-safe after `walk`.
class FileTree {
public:
    virtual ~FileTree() = default;
    /// What the user opened: an absolute path (for an archive, of the archive file).
    [[nodiscard]] virtual const std::string& root() const = 0;
    /// Root is a single file; its relative path is its name.
    [[nodiscard]] virtual bool isSingleFile() const { return false; }
    /// Reports every regular file with its size as walkDirectory does. One call at a time.
    [[nodiscard]] virtual Result<void> walk(
        TaskContext& task, const std::function<Result<void>(WalkedBatch&&)>& onBatch)
        = 0;
    /// Source of a file that `walk` has reported. It may outlive the tree.
    [[nodiscard]] virtual std::unique_ptr<Source> open(
        const std::string& relativePath, std::uint64_t size) const = 0;
    /// Path that layouts match against: the root's own components and the relative folder.
    [[nodiscard]] virtual std::string absoluteFolder(const std::string& relativeFolder) const = 0;
};

/// A directory, a single regular file, or an archive (`dump.zip`) and what lies in it
/// (`dump.tar.gz/rank_0/Net`). Errors: the path does not exist or cannot be read, Code::Unsupported for other
/// files; the content of an archive is known only after `walk`.
[[nodiscard]] Result<std::shared_ptr<FileTree>> openFileTree(const std::string& path);

} // namespace dumpscope::core
