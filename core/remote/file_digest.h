// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/file_tree.h"

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace dumpscope::core {

/// What the content of a file is known by, wherever it lies.
struct FileDigest {
    std::uint64_t size = 0;
    std::string sha256; ///< 32 bytes; empty: the file cannot be read

    [[nodiscard]] bool isKnown() const { return !sha256.empty(); }
    auto operator<=>(const FileDigest&) const = default;
};

struct DigestedFile {
    std::string path; ///< relative to the tree's root
    std::uint64_t size = 0;
};

/// Of each file, in the same order; reads all of them, on all threads. Progress advances by the files.
/// Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<FileDigest>> digestsOf(
    const FileTree& tree, const std::vector<DigestedFile>& files, TaskContext& task);

/// The same as bytes for a program of the same build on another machine. Errors: those of the sink.
[[nodiscard]] Result<void> writeDigests(const std::vector<FileDigest>& digests, const ByteSink& sink);
/// Any bytes may be read. Errors: Code::BadSyntax for what is not `count` digests.
[[nodiscard]] Result<std::vector<FileDigest>> readDigests(ByteSpan bytes, std::size_t count);

} // namespace dumpscope::core
