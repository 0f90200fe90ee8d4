// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/archive_kind.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace dumpscope::core {

/// What an archive may ask of us. Beyond a limit of names the scan ends with a problem of code `limit`, and
/// what was read until then stays. Members that would unpack to too much are left out one by one (`unread`).
struct ArchiveLimits {
    std::uint64_t members = 2'000'000;           ///< files and folders
    std::uint64_t allNameBytes = 512ULL << 20U;  ///< names of files and folders together
    std::size_t nameBytes = 4096;                ///< of one name
    std::size_t depth = 64;                      ///< folders above a file
    std::uint64_t inflatedBytes = 256ULL << 30U; ///< of all compressed members
    /// More than so many times the archive's own size, once `freeBytes` are passed, is a bomb.
    std::uint64_t ratio = 200;
    std::uint64_t freeBytes = 256ULL << 20U;
    std::uint64_t skippedBytes = 4ULL << 30U; ///< unpacked on the way to what follows a member left out
    std::uint64_t memoryBytes = 64ULL << 20U; ///< inflated bytes kept in memory; more go to a nameless file
    std::string temporaryFolder = "/tmp";
};

struct ArchiveMember {
    std::string path; ///< relative, without `.`, `..` and doubled slashes
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;
    Bytes bytes;                         ///< in the archive itself where they are not compressed
    std::shared_ptr<const Error> unread; ///< why it has no bytes, though it should; null: it has them
};

struct ArchiveContents {
    std::vector<ArchiveMember> members;      ///< in the archive's order
    std::unordered_set<std::string> folders; ///< of the members, "" included
};

/// Reads an archive from front to back, once. Names that lead out of it, links and devices are left out and
/// reported; the last of several members with one name counts; members of a damaged archive have the bytes
/// that are there. Encrypted members and those beyond a limit stay as names, with the reason. Nothing named
/// is written anywhere. Fails when not a single member can be read, or the task was cancelled. `name` is for
/// messages.
[[nodiscard]] Result<ArchiveContents> scanArchive(const Bytes& archive, ArchiveKind kind,
    const std::string& name, const ArchiveLimits& limits, TaskContext& task);

} // namespace dumpscope::core
